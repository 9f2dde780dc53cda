import { once } from "node:events";
import { createServer, type Socket } from "node:net";

/** As much of Redis as notices need, on a port of this machine: it takes subscriptions and passes messages on. */
export async function startRedis(port = 0) {
  const connections = new Set<Socket>();
  const subscribers = new Map<Socket, Set<string>>();
  let announced = () => {};
  const server = createServer((socket) => {
    connections.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => {
      connections.delete(socket);
      subscribers.delete(socket);
    });
    let unread = "";
    socket.on("data", (chunk: Buffer) => {
      const { commands, rest } = readCommands(unread + chunk.toString("latin1"));
      unread = rest;
      for (const command of commands) answer(socket, command);
    });
  });

  function answer(socket: Socket, [name = "", ...args]: string[]) {
    switch (name.toLowerCase()) {
      case "hello":
        return socket.write("%1\r\n+proto\r\n:3\r\n");
      case "info":
        return socket.write("$17\r\nredis_version:7.0\r\n");
      case "subscribe": {
        subscribers.set(socket, new Set(args));
        socket.write(`>3\r\n${bulk("subscribe")}${bulk(args[0] ?? "")}:1\r\n`);
        return announced();
      }
      case "publish":
        return socket.write(`:${passOn(args[0] ?? "", args[1] ?? "")}\r\n`);
      default:
        return socket.write("+OK\r\n");
    }
  }

  function passOn(channel: string, text: string): number {
    const hearing = [...subscribers].filter(([, channels]) => channels.has(channel));
    for (const [socket] of hearing)
      socket.write(`>3\r\n${bulk("message")}${bulk(channel)}${bulk(text)}`);
    return hearing.length;
  }

  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const bound = typeof address === "object" && address ? address.port : 0;
  return {
    port: bound,
    url: `redis://127.0.0.1:${bound}`,
    passOn,
    /** Resolves once so many connections hear notices. */
    async subscribed(count: number): Promise<void> {
      while (subscribers.size < count)
        await new Promise<void>((resolve) => {
          announced = resolve;
        });
    },
    async stop(): Promise<void> {
      for (const socket of connections) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;

/** Commands come as arrays of strings with their lengths; what is not complete waits for more. */
function readCommands(text: string): { commands: string[][]; rest: string } {
  const commands: string[][] = [];
  let rest = text;
  for (;;) {
    const head = /^\*(\d+)\r\n/.exec(rest);
    if (!head) return { commands, rest };
    let at = head[0].length;
    const words: string[] = [];
    for (let left = Number(head[1]); left > 0; left -= 1) {
      const length = /^\$(\d+)\r\n/.exec(rest.slice(at));
      if (!length) return { commands, rest };
      const start = at + length[0].length;
      at = start + Number(length[1]) + 2;
      if (rest.length < at) return { commands, rest };
      words.push(rest.slice(start, at - 2));
    }
    commands.push(words);
    rest = rest.slice(at);
  }
}
