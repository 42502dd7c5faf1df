import { randomUUID } from 'node:crypto';
import { ACTION_ID_HEADER, API_BASE, type Endpoint, type Method } from '@cusp/contract/endpoint';
import type { ENDPOINTS } from '@cusp/contract/endpoints';
import { FIXTURES } from '../../../../contract/fixtures/fixtures.ts';
import { seal } from '../../platform/region/sealed.ts';
import { signRequest } from '../../platform/region/signed-request.ts';
import type { Try } from '../access/row.ts';
import type { Client, TestApp } from '../test-app.ts';
import { png, stl } from '../uploads.ts';
import { type Mutating, mutate, textOf } from './mutations.ts';

type Known = (typeof ENDPOINTS)[number];

export interface Request {
  method: Method;
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
}

const FILES = [
  png(),
  stl(3),
  Buffer.alloc(0),
  Buffer.from('%PDF-1.7'),
  Buffer.from('PK\x03\x04'),
  Buffer.alloc(3000, 0xff),
];
const FILE_NAMES = [
  ...[
    'a.png',
    'a.stl',
    'a.pdf',
    '16-margin.xyz',
    'a.heic',
    'a.xlsx',
    'a.qcproject',
    'a',
    '.',
    ' .stl',
    'CON.stl',
  ],
  ...[
    '..\\a.zip',
    'a\0.stl',
    `${'a'.repeat(300)}.stl`,
    '김서연.ply',
    '\u202egnp.stl',
    '"; filename="b.stl',
    '=cmd|x.obj',
  ],
];
const HEADERS: [string, string[]][] = [
  ['accept-language', ['ko', 'xx-'.repeat(500), '*;q=NaN', '\u00ff']],
  [
    'range',
    ['bytes=0-0', 'bytes=-1', 'bytes=9-1', 'bytes=0-99999999999999999999', 'lines=1', 'bytes=0-1,3-4'],
  ],
  ['if-none-match', ['*', '"x"', 'W/"', 'x'.repeat(2000)]],
  ['if-modified-since', ['yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT']],
  ['accept', ['text/html', '*/*;q=0', 'x']],
  ['accept-encoding', ['br', 'gzip;q=0, *', 'identity;q=0']],
  ['host', ['localhost:1', 'evil.example', '[::1', 'a b']],
  ['origin', ['null', 'https://evil.example', 'x']],
  ['user-agent', ['', '\u00ff', 'Mozilla/5.0 ('.repeat(300)]],
  ['x-forwarded-for', ['127.0.0.1', '999.1.1.1', ','.repeat(200)]],
  [
    'content-type',
    [
      'application/json',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'text/plain; charset=x',
      '/',
    ],
  ],
  ['content-length', ['0', '99']],
  ['upload-offset', ['-1', '1e3', '99999999999999999999']],
  ['upload-length', ['0', '-1', '1.5', '99999999999999999999', 'x']],
  ['upload-metadata', ['filename', 'filename ====', 'filename AA==,filename AA==', ',', 'filename /w==']],
  ['sec-fetch-site', ['cross-site', 'x']],
  [ACTION_ID_HEADER, ['', 'x'.repeat(500), '\u00ff']],
  ['authorization', ['Bearer', 'Bearer x', 'Bearer a.b.c', 'Basic OjA=', 'x'.repeat(9000)]],
  ['cookie', ['cusp=', 'cusp=x; cusp=y', '=', ';'.repeat(100), 'cusp=%ff%zz', 'lang=\u00ff']],
];

const fieldsOf = (schema: Endpoint['query']): string[] =>
  schema && 'shape' in schema ? Object.keys(schema.shape as object) : [];

/** Some of an endpoint's declared parameters, in URL form. */
function queryOf({ name, endpoint }: Known, sent: string, how: Mutating): string {
  const { chance, pool } = how;
  const golden = FIXTURES[name].request.query as Record<string, unknown> | undefined;
  const base =
    golden && (sent === '' || chance.is(0.3)) ? Object.entries(golden) : [...new URLSearchParams(sent)];
  const entries = base.map(([key, value]): [string, unknown] => [key, mutate(key, value, how)]);
  const fields = fieldsOf((endpoint as Endpoint).query);
  while (fields.length > 0 && chance.is(how.rate * 1.5)) {
    const field = chance.pick(fields);
    entries.push([field, mutate(field, pool.pick(field, chance), how)]);
  }
  if (chance.is(how.rate / 8))
    return `?${chance.pick(['%', '%zz=1', '=', '&&', 'a[]=1&a[b]=2', '?', 'x'.repeat(9000)])}`;
  const text = entries
    .map(
      ([key, value]) =>
        `${encodeURIComponent(key)}=${encodeURIComponent(textOf(value).slice(0, 4000).toWellFormed())}`,
    )
    .join('&');
  return text && `?${text}`;
}

/** The fields of a form, each with its texts and files. */
async function multipart(body: unknown, how: Mutating): Promise<{ type: string; payload: Buffer }> {
  const { chance } = how;
  const form = new FormData();
  const entries: [string, unknown][] =
    body instanceof FormData ? [...body] : Object.entries((body ?? {}) as object);
  for (const [key, value] of entries) {
    if (chance.is(how.rate / 3)) continue;
    const isFile = value instanceof File;
    if (!isFile || chance.is(how.rate / 2))
      form.append(key.toWellFormed(), textOf(mutate(key, isFile ? value.name : value, how)).slice(0, 70_000));
    else form.append(key, chance.is(how.rate) ? anyFile(how) : value);
    if (chance.is(how.rate / 4)) form.append(key, textOf(mutate(key, '', how)));
  }
  if (chance.is(how.rate / 2))
    form.append(chance.pick(['file', 'picture', 'logo', '__proto__', '']), anyFile(how));
  const encoded = new Response(form);
  const payload = Buffer.from(await encoded.arrayBuffer());
  const type = encoded.headers.get('content-type') ?? '';
  return chance.is(how.rate / 6)
    ? { type, payload: payload.subarray(0, Math.floor(payload.length * chance.next())) }
    : { type, payload };
}

const anyFile = ({ chance }: Mutating) =>
  new File([new Uint8Array(chance.pick(FILES))], chance.pick(FILE_NAMES));

/** A request close to a valid one, in the encoding of its endpoint. */
export async function requestNear(known: Known, seed: Try, client: Client, how: Mutating): Promise<Request> {
  const { chance } = how;
  const endpoint: Endpoint = known.endpoint;
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, param: string) =>
    encodeURIComponent(
      textOf(mutate(param, seed.params?.[param] ?? '0', how))
        .slice(0, 250)
        .toWellFormed(),
    ),
  );
  const headers: Record<string, string> = { [ACTION_ID_HEADER]: randomUUID(), ...seed.headers };
  if (client.token) {
    // Browsers send both.
    headers.authorization ??= `Bearer ${client.token}`;
    headers.cookie ??= `cusp=${client.cookie}`;
  }
  const request: Request = {
    method: endpoint.method,
    url: API_BASE + path + queryOf(known, seed.query ?? '', how),
    headers,
  };
  if (!['GET', 'HEAD'].includes(endpoint.method)) {
    const golden = FIXTURES[known.name].request.body;
    const body = golden !== undefined && (seed.body === undefined || chance.is(0.15)) ? golden : seed.body;
    if (endpoint.encoding === 'multipart') {
      const { type, payload } = await multipart(body, how);
      headers['content-type'] = type;
      request.payload = payload;
    } else if (Buffer.isBuffer(body)) {
      request.payload = chance.is(how.rate) ? Buffer.concat([body, body]) : body;
    } else if (endpoint.encoding === 'form') {
      headers['content-type'] = 'application/x-www-form-urlencoded';
      request.payload = new URLSearchParams(
        Object.entries((mutate('', body ?? {}, how) ?? {}) as object).map(
          ([key, value]): [string, string] => [key, textOf(value)],
        ),
      ).toString();
    } else if (body !== undefined || endpoint.body) {
      const fields = body instanceof FormData ? Object.fromEntries(body) : body;
      headers['content-type'] ??= 'application/json';
      const text = JSON.stringify(mutate('', fields ?? {}, how)) ?? '';
      request.payload = chance.is(how.rate / 20) ? text.slice(0, -1) : text;
    }
  }
  while (chance.is(how.rate / 2)) {
    const [header, values] = chance.pick(HEADERS);
    headers[header] = chance.pick(values);
  }
  return request;
}

/** The calls that are encrypted besides being signed. */
const SEALED = ['check-social-identity', 'check-password', 'request-reset'];

/** A call that the servers of a region send to the other one. */
export async function regionRequest({ services }: TestApp, name: string, input: unknown): Promise<Request> {
  const { peer, region } = services.config;
  if (!peer) throw new Error('the app has no other region');
  const [path, id] = [`/region/${name}/`, randomUUID()];
  const sent = SEALED.includes(name) ? { sealed: await seal(peer, region, { id, path }, input) } : input;
  const payload = Buffer.from(JSON.stringify(sent) ?? '');
  const token = await signRequest(peer, region, { method: 'POST', path, body: payload }, id);
  const headers = { authorization: `Region ${token}`, 'content-type': 'application/json' };
  return { method: 'POST', url: path, headers, payload };
}
