import { API_BASE, type Route } from '@cusp/contract/endpoint';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import type { ErrorBody } from '@cusp/contract/error-body';
import { ERRORS, type ErrorCode } from '@cusp/contract/errors';

/** How the fake network answers one endpoint. */
export interface Answer {
  route: Route;
  respond(sent: Sent): Promise<Response>;
}

const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** Answers 200 with a body that the contract allows. */
export const replies = <R extends Route>(route: R, body: ReplyFrom<R>): Answer => ({
  route,
  respond: async () => json(200, body),
});

/** Answers with an error and the status that the contract gives its code. */
export const refuses = (route: Route, code: ErrorCode, more: Partial<ErrorBody> = {}): Answer => {
  const { status, detail } = ERRORS[code];
  return { route, respond: async () => json(status, { code, detail, request_id: 'r-1', ...more }) };
};

/** Never replies, like a slow server. */
export const hangs = (route: Route): Answer => ({ route, respond: () => new Promise(() => {}) });

/** Fails as fetch does without a connection. */
export const disconnects = (route: Route): Answer => ({
  route,
  respond: () => Promise.reject(new TypeError('Failed to fetch')),
});

interface Sent {
  method: string;
  path: string;
  /** With its '?'; '' without a query. */
  query: string;
  body: unknown;
  /** The site that was called. */
  origin: string;
  headers: Record<string, string>;
}

const matches = ({ method, path }: Route, sent: Pick<Sent, 'method' | 'path'>): boolean =>
  method === sent.method && new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(sent.path);

/**
 * A `fetch` for the API of the page. A fixed path wins over a pattern such as `/v1/cases/:id/`, and among equals the
 * last answer. Other addresses, such as modules, are fetched as usual.
 */
export class FakeNetwork {
  readonly sent: Sent[] = [];
  readonly #unanswered: string[] = [];
  readonly #answers: Answer[];
  readonly #fetch = globalThis.fetch;

  /** The connection is lost: every request fails as fetch does then. */
  isCut = false;

  constructor(answers: readonly Answer[]) {
    this.#answers = [...answers];
  }

  /** From now on the endpoint replies with this. */
  answer(answer: Answer): void {
    this.#answers.push(answer);
  }

  /** Number of calls of a route. A pattern also counts calls of fixed paths that it matches. */
  count(route: Route): number {
    return this.sent.filter((sent) => matches(route, sent)).length;
  }

  /** Calls of endpoints without a reply, which are mistakes of the test. */
  get unanswered(): readonly string[] {
    return this.#unanswered;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, 'http://localhost');
    const isHealth = url.pathname === '/healthz';
    if (this.isCut && (isHealth || url.pathname.startsWith(API_BASE))) throw new TypeError('Failed to fetch');
    if (isHealth) return json(200, { status: 'ok' });
    if (!url.pathname.startsWith(`${API_BASE}/`)) return this.#fetch(input, init);
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body;
    const sent = {
      method: init?.method ?? 'GET',
      path: url.pathname.slice(API_BASE.length),
      query: url.search,
      body,
      origin: url.origin,
      headers: Object.fromEntries(new Headers(init?.headers)),
    };
    this.sent.push(sent);
    const answer =
      this.#answers.findLast(({ route }) => route.method === sent.method && route.path === sent.path) ??
      this.#answers.findLast(({ route }) => matches(route, sent));
    if (answer) return answer.respond(sent);
    this.#unanswered.push(`${sent.method} ${sent.path}`);
    return json(404, { code: 'not_found', detail: '', request_id: 'r-0' });
  };
}
