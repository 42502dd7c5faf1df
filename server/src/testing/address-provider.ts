import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

interface Heard {
  url: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

/** A fake of Google's Places API; `answer` can be replaced while it runs. */
export async function playAddressProvider() {
  const played = {
    heard: [] as Heard[],
    url: '',
    answer: (reply: ServerResponse, { body }: Heard): void =>
      void reply.end(suggestions(['12 Quay Street, Dublin', `${body.input} 1, Hamburg`])),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer(async (request, reply) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const heard = { url: request.url ?? '', headers: request.headers, body: JSON.parse(text || '{}') };
    played.heard.push(heard);
    played.answer(reply, heard);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address !== 'object') throw new Error('there is no port');
  played.url = `http://127.0.0.1:${address.port}`;
  return played;
}

/** A reply with these lines in Google's format. */
export const suggestions = (lines: readonly unknown[]): string =>
  JSON.stringify({ suggestions: lines.map((text) => ({ placePrediction: { text: { text } } })) });
