/** What can stand in a command: a host may have letters that a shell executes, such as `$(id)`. */
export const isOrigin = (text: string): boolean =>
  /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/.test(text) && URL.parse(text)?.origin === text;
