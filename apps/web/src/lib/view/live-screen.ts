// Which screens a link to a view can show: they need the live data and nothing else. The page of one resource asks for its past too.

const LIVE = [/^\/proxmox\//, /^\/docker\/?$/, /^\/alerts\/overview/];

export const isLiveScreen = (path: string): boolean => LIVE.some((screen) => screen.test(path));
