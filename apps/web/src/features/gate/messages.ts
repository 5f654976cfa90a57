// What a screen says before it has data, and when it cannot get any.
export const messages = {
  connecting: 'Connecting to monitoring service',
  reconnecting: 'Reconnecting to monitoring service…',
  lost: 'Connection lost',
  lostRetrying: 'Attempting to reconnect…',
  lostForGood: 'Unable to connect to the backend server',
  reconnect: 'Reconnect now',
};
