// The far side of e-mail: a mail server on loopback that accepts each message, without encryption and sign-in.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface Mail {
  to: string[];
  /** Headers and body, as sent. */
  raw: string;
}

export interface MailReceiver {
  port: number;
  mails: Mail[];
  close(): Promise<void>;
}

export async function startMailReceiver(): Promise<MailReceiver> {
  const mails: Mail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.setEncoding('utf8');
    converse(socket, (mail) => mails.push(mail));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

/** One connection: each command is a line, and a message ends with a line that is a dot. */
function converse(socket: Socket, arrived: (mail: Mail) => void): void {
  let waiting = '';
  let content: string[] | null = null;
  let to: string[] = [];
  const say = (line: string) => socket.write(`${line}\r\n`);
  const hear = (line: string): void => {
    if (content && line === '.') {
      arrived({ to, raw: content.join('\n') });
      [content, to] = [null, []];
      say('250 2.0.0 accepted as 4711');
    } else if (content) content.push(line);
    else if (/^RCPT/i.test(line)) {
      to.push(/<([^>]*)>/.exec(line)?.[1] ?? '');
      say('250 ok');
    } else if (/^DATA/i.test(line)) {
      content = [];
      say('354 go on');
    } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
    else say('250 mail.example');
  };
  say('220 mail.example ESMTP');
  socket.on('data', (chunk) => {
    const lines = (waiting + chunk).split('\r\n');
    waiting = lines.pop() ?? '';
    for (const line of lines) hear(line);
  });
}
