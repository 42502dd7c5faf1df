import type * as z from 'zod';
import type { EventName } from './event-names.ts';
import type { StaffFlag } from './staff.routes.ts';

/**
 * Who may use an endpoint.
 * `public`: anybody. `user`: a signed-in person, by the Authorization header.
 * `cookie`: a signed-in person, by header or by the session cookie; only for reads (file links, the event stream),
 * because browsers send cookies with requests from other sites too.
 */
export type Access = 'public' | 'user' | 'cookie';

/** Access in a session in which staff act for a customer. */
export type Support = 'read' | 'write' | 'never';

/** Paths of the administration; a route below them must name the staff who may use it. */
type StaffPath = `/v1/cs/${string}` | `/partnerfeatures/${string}`;

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Schema = z.ZodType;

/** The kind of reply: a JSON shape, raw bytes, an event stream, or a redirect of a browser window. */
export type Reply = Schema | 'bytes' | 'events' | 'redirect';

/** How to call an endpoint: the part that browsers load. `x.routes.ts` holds the routes of a subject. */
export interface Route {
  readonly method: Method;
  /** Path below the API base, with `:name` parameters and a trailing slash, as in the specification. */
  readonly path: string;
  readonly access: Access;
  /** Events that a success may record. The requesting tab ignores them and reloads the affected data itself. */
  readonly emits?: readonly EventName[];
  /** Set if the reply is not JSON. */
  readonly reply?: 'bytes' | 'events' | 'redirect';
  /** Staff flags that may use it, in a session begun at /adm. Without it such sessions may not, see `alsoStaff`. */
  readonly staff?: readonly [StaffFlag, ...StaffFlag[]];
  /** Access of a support session, where the default of `supportOf` does not fit. */
  readonly support?: Support;
  /**
   * People of the other region who visit cases of this one may use it too; everything else is closed to them.
   * `confirmed`: only if their region confirms the visit and their group at each request.
   */
  readonly guests?: 'open' | 'confirmed';
}

/** A staff path without `staff` does not compile, and neither does `staff` on a public route. */
type Closed<R extends Route> = R['path'] extends StaffPath
  ? { readonly staff: NonNullable<Route['staff']>; readonly access: 'user' | 'cookie' }
  : R extends { staff: readonly unknown[] }
    ? { readonly access: 'user' | 'cookie' }
    : R extends { guests: 'open' | 'confirmed' }
      ? { readonly access: 'user' | 'cookie' }
      : object;

/** The rest of an endpoint, which only the server, the API reference and the types need. */
interface Rest {
  readonly summary: string;
  /** Open to sessions that can only set up their second step, for example of staff without one. */
  readonly evenUnsecured?: true;
  /** Changes allowed to people who have not accepted an overdue document; reading is always allowed. */
  readonly withoutAgreement?: true;
  /** Open to staff sessions as well as those of customers, for example to set up one's second step. */
  readonly alsoStaff?: true;
  /** Pages of the other data region may call it too, without cookies; only for public endpoints. */
  readonly alsoOtherRegion?: true;
  readonly params?: Schema;
  readonly query?: Schema;
  /** Fields of the body; a multipart body has files beside them. */
  readonly body?: Schema;
  /** `form`: as a browser submits a form without a script (`application/x-www-form-urlencoded`). */
  readonly encoding?: 'json' | 'multipart' | 'form';
  /**
   * The body is a file: it may take any time as long as bytes keep arriving, and counts towards the person's concurrent
   * uploads.
   */
  readonly isUpload?: true;
  /** Status of a success without content, if not 200. */
  readonly empty?: 200 | 201 | 204;
  /** Alternative paths of the same endpoint. */
  readonly aliases?: readonly string[];
  /** Rate limit per minute and person, on public endpoints per address; the server's default if absent. */
  readonly perMinute?: number;
}

export interface Endpoint extends Omit<Route, 'reply'>, Rest {
  readonly reply: Reply;
}

type Input<E, K extends string> = E extends { [k in K]: infer S extends Schema } ? z.input<S> : undefined;
type Output<E, K extends string> = E extends { [k in K]: infer S extends Schema } ? z.output<S> : undefined;
type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

/** Input of a call: the declared parts before parsing. */
export type CallInput<E extends Endpoint> = Present<{
  params: Input<E, 'params'>;
  query: Input<E, 'query'>;
  body: E extends { encoding: 'multipart' } ? FormData : Input<E, 'body'>;
}>;

/** Input of a handler: the declared parts after parsing. */
export interface Parsed<E extends Endpoint> {
  params: Output<E, 'params'>;
  query: Output<E, 'query'>;
  body: Output<E, 'body'>;
}

/** Result of a call; for bytes and streams the `Response` itself. */
export type ReplyOf<E extends Endpoint> = E['reply'] extends Schema ? z.output<E['reply']> : Response;

/** Flattens an intersection into one object type, which the compiler compares faster. */
type Flat<T> = { [K in keyof T]: T[K] };

/*#__NO_SIDE_EFFECTS__*/
export function route<const R extends Route>(spec: R & Closed<R>): R {
  return spec;
}

/**
 * Access of a support session to an endpoint. By default it may read JSON; bytes, the administration and all changes
 * are closed unless the endpoint says otherwise.
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

/** Whether the session of a guest may use an endpoint. */
export const isOpenToGuests = ({ guests }: Pick<Route, 'guests'>): boolean => guests !== undefined;

/**
 * Declares an endpoint, which the server serves and the API reference shows: its route, the rest, and the schema of a
 * JSON reply. Only modules without routes import schemas, so that a browser can call an endpoint without loading them.
 */
/*#__NO_SIDE_EFFECTS__*/
export function endpoint<
  const R extends Route,
  const S extends Rest &
    (R extends { reply: string } ? object : { reply: Schema }) &
    (R extends { access: 'public' } ? object : { alsoOtherRegion?: never }),
>(route: R, rest: S): Flat<R & S> {
  return { ...route, ...rest };
}

/** Prefix of all API paths. */
export const API_BASE = '/heclore';

/** Header of changes; the tab that sent it ignores the live event that follows. */
export const ACTION_ID_HEADER = 'action-id';

/**
 * Header of calls to the other data region, which carry no cookies, to recognise a visitor: a secret of 43 URL-safe
 * characters that the page generates.
 */
export const VISITOR_HEADER = 'cusp-visitor';

/** Replaces the `:name` parameters of a route's path. */
export function pathOf(spec: { path: string }, params: Record<string, unknown> = {}): string {
  return (
    API_BASE + spec.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  );
}
