import type * as z from 'zod';
import type { EventName } from './event-names.ts';
import type { StaffFlag } from './staff.routes.ts';

/**
 * Who may enter an endpoint.
 * `public`: anybody. `user`: a signed-in person, by the Authorization header.
 * `cookie`: a signed-in person, by header or by the session cookie; reads only, because a browser
 * sends cookies without being asked (file links, the event stream).
 */
export type Access = 'public' | 'user' | 'cookie';

/** What a session may do in which somebody of the staff acts for a customer. */
export type Support = 'read' | 'write' | 'never';

/** Paths of the administration; a route below one of them names who of the staff may enter. */
type StaffPath = `/v1/cs/${string}` | `/partnerfeatures/${string}`;

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Schema = z.ZodType;

/** What a reply is: a JSON shape, raw bytes, an event stream, or the address a browser window goes on to. */
export type Reply = Schema | 'bytes' | 'events' | 'redirect';

/** How an endpoint is reached: all that a browser loads in order to call it. `x.routes.ts` holds those of a subject. */
export interface Route {
  readonly method: Method;
  /** Path below the API base, with `:name` parameters and a trailing slash, as the specification spells it. */
  readonly path: string;
  readonly access: Access;
  /** Events that a success may record; the tab that asked hears of none of them and loads again what they concern. */
  readonly emits?: readonly EventName[];
  /** Where the reply is no JSON. */
  readonly reply?: 'bytes' | 'events' | 'redirect';
  /** Which staff flags may enter, by a session begun at /adm only. Without it no such session may, but see `alsoStaff`. */
  readonly staff?: readonly [StaffFlag, ...StaffFlag[]];
  /** What a support session may do where the default of `supportOf` does not fit. */
  readonly support?: Support;
}

/** A staff path without `staff` does not compile, and neither does `staff` on what anybody may enter. */
type Closed<R extends Route> = R['path'] extends StaffPath
  ? { readonly staff: NonNullable<Route['staff']>; readonly access: 'user' | 'cookie' }
  : R extends { staff: readonly unknown[] }
    ? { readonly access: 'user' | 'cookie' }
    : object;

/** What is known of an endpoint beside its route: what only the server, the reference and the types need. */
interface Rest {
  readonly summary: string;
  /** Open to a session that can only set up its second step, as staff without one gets. */
  readonly evenUnsecured?: true;
  /** Open to staff sessions besides those of customers, such as the set-up of the own second step. */
  readonly alsoStaff?: true;
  readonly params?: Schema;
  readonly query?: Schema;
  /** Fields of the body; in a multipart body files travel beside them. */
  readonly body?: Schema;
  /** `form`: as a browser window sends a form of its own (`application/x-www-form-urlencoded`). */
  readonly encoding?: 'json' | 'multipart' | 'form';
  /** The body is a file: it may take as long as it keeps moving, and counts among the person's open uploads. */
  readonly isUpload?: true;
  /** What a success that carries nothing answers with instead of 200. */
  readonly empty?: 200 | 201 | 204;
  /** Further spellings of the path that reach the same endpoint. */
  readonly aliases?: readonly string[];
  /** Requests in a minute of one person, on public endpoints of one address; the server's default where absent. */
  readonly perMinute?: number;
}

export interface Endpoint extends Omit<Route, 'reply'>, Rest {
  readonly reply: Reply;
}

type Input<E, K extends string> = E extends { [k in K]: infer S extends Schema } ? z.input<S> : undefined;
type Output<E, K extends string> = E extends { [k in K]: infer S extends Schema } ? z.output<S> : undefined;
type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

/** What a caller passes: the parts the endpoint declares, before parsing. */
export type CallInput<E extends Endpoint> = Present<{
  params: Input<E, 'params'>;
  query: Input<E, 'query'>;
  body: E extends { encoding: 'multipart' } ? FormData : Input<E, 'body'>;
}>;

/** What a handler receives: the parts the endpoint declares, parsed. */
export interface Parsed<E extends Endpoint> {
  params: Output<E, 'params'>;
  query: Output<E, 'query'>;
  body: Output<E, 'body'>;
}

/** What comes back; bytes and streams are the caller's `Response`. */
export type ReplyOf<E extends Endpoint> = E['reply'] extends Schema ? z.output<E['reply']> : Response;

/** One object type, which the compiler compares faster than an intersection. */
type Flat<T> = { [K in keyof T]: T[K] };

/*#__NO_SIDE_EFFECTS__*/
export function route<const R extends Route>(spec: R & Closed<R>): R {
  return spec;
}

/**
 * What a support session may do with an endpoint. By default it reads what is JSON; bytes, the administration and all
 * that changes something are closed to it until the endpoint says otherwise.
 */
export function supportOf({
  method,
  reply,
  support,
  staff,
}: Omit<Route, 'reply'> & { reply?: unknown }): Support {
  if (staff) return 'never';
  if (support) return support;
  return method === 'GET' && typeof reply !== 'string' ? 'read' : 'never';
}

/**
 * Declares an endpoint, the one shape that the server serves and the reference shows: its route and the rest, with
 * the schema of a JSON reply. Only modules without routes of their own import schemas, so that a browser can call an
 * endpoint without loading them.
 */
/*#__NO_SIDE_EFFECTS__*/
export function endpoint<
  const R extends Route,
  const S extends Rest & (R extends { reply: string } ? object : { reply: Schema }),
>(route: R, rest: S): Flat<R & S> {
  return { ...route, ...rest };
}

/** All API paths sit under this prefix. */
export const API_BASE = '/heclore';

/** Header of mutating calls; the tab that sent it ignores the live event that follows. */
export const ACTION_ID_HEADER = 'action-id';

/** Fills `:name` parameters into a route's path. */
export function pathOf(spec: { path: string }, params: Record<string, unknown> = {}): string {
  return (
    API_BASE + spec.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  );
}
