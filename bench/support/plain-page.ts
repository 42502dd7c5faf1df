import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The minimal page: without styles, framework or components it sends the same requests to the server in the same
 * order and shows a number or rows.
 */
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8" /><title>Plain</title>
<form>
  <label>Email <input name="username" type="email" /></label>
  <label>Password <input name="password" type="password" /></label>
  <button>Sign in</button>
</form>
<main><nav></nav><ul></ul></main>
<script>
  const read = async (path, token, more) => {
    const headers = token ? { authorization: 'Bearer ' + token } : { 'content-type': 'application/json' };
    return (await fetch('/heclore/v1' + path, { headers, ...more })).json();
  };
  const add = (parent, tag, text) => parent.appendChild(Object.assign(document.createElement(tag), { textContent: text }));
  document.forms[0].onsubmit = async (event) => {
    event.preventDefault();
    const body = JSON.stringify(Object.fromEntries(new FormData(event.target)));
    const { access } = await read('/auth/login/', null, { method: 'POST', body });
    await read('/auth/check/', access);
    const { status_counts } = await read('/dashboard/cases/status/', access);
    for (const [name, count] of Object.entries(status_counts)) add(document.querySelector('nav'), 'a', name + ' ' + count);
  };
  if (location.hash === '#cases') {
    const { access } = await read('/auth/check/');
    const { posts } = await read('/cases/?page=1&num_per_page=20', access);
    for (const { id, no } of posts) add(document.querySelector('ul'), 'a', no).dataset.case = id;
  }
</script>`.replace('<script>', '<script type="module">');

/** With the second, as on the pages of Cusp, the browser starts another process for the page. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
};

/** Serves that page at `/plain` and proxies everything else to the server. */
export async function servePlainPage(target: string): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, reply) => {
    if (request.url === '/plain') return void reply.writeHead(200, HEADERS).end(PAGE);
    const onward = ask(
      target + request.url,
      { method: request.method, headers: request.headers },
      (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(reply);
      },
    );
    onward.on('error', () => reply.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
