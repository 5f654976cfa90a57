// Which screens a link to a view can show: they need the live data and nothing else.

const LIVE = ['/proxmox/', '/docker', '/alerts/overview'];

export const isLiveScreen = (path: string): boolean => LIVE.some((begin) => path.startsWith(begin));
