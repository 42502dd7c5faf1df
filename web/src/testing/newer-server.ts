import type { Route } from '@cusp/contract/endpoint';
import { ENDPOINTS, type EndpointName } from '@cusp/contract/endpoints';
import { screen, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { FIXTURES } from '../../../contract/fixtures/fixtures.ts';
import { queryClient } from '../app/query-client.ts';
import type { Answer, FakeNetwork } from './replies.ts';
import { closeScreen, openScreen } from './screen.tsx';

/** A code that only a newer server knows. */
const NEW_CODE = 'of-a-newer-server';

type Schema = Extract<(typeof ENDPOINTS)[number]['endpoint']['reply'], object>;
type Path = readonly string[];
/** The parts of a schema that lead to its codes. */
interface Def {
  type: string;
  innerType?: Schema;
  in?: Schema;
  element?: Schema;
  valueType?: Schema;
  shape?: Record<string, Schema>;
  options?: Schema[];
}

/** Paths of all codes in a value: words of which the schema lists all that it allows. */
function codesIn(schema: Schema, value: unknown, at: Path = []): Path[] {
  const def = schema.def as unknown as Def;
  const inner = def.innerType ?? def.in;
  if (value === null || value === undefined) return [];
  if (inner) return codesIn(inner, value, at);
  if (def.type === 'enum' || def.type === 'literal') return typeof value === 'string' ? [at] : [];
  if (def.type === 'union') {
    const option = def.options?.find((each) => each.safeParse(value).success);
    return option ? codesIn(option, value, at) : [];
  }
  if (def.element && Array.isArray(value))
    return value.flatMap((each, index) => codesIn(def.element as Schema, each, [...at, String(index)]));
  const partOf = (key: string) => def.shape?.[key] ?? def.valueType;
  return Object.entries(value).flatMap(([key, each]) => {
    const part = partOf(key);
    return part ? codesIn(part, each, [...at, key]) : [];
  });
}

function withNewCodes(reply: unknown, paths: readonly Path[]): unknown {
  const copy = structuredClone(reply);
  for (const path of paths) {
    let owner = copy as Record<string, unknown>;
    for (const key of path.slice(0, -1)) owner = owner[key] as Record<string, unknown>;
    owner[path.at(-1) ?? ''] = NEW_CODE;
  }
  return copy;
}

interface Replied {
  name: EndpointName;
  answer: Answer;
  /** The fields with codes, such as `restorations.*.meant.*`, and the reply with an unknown code in each of that name. */
  codes: { field: string; answer: Answer }[];
}

/** A reply of an endpoint, and the same with codes of a newer server. */
export function replied(name: EndpointName, reply: unknown): Replied {
  const found = ENDPOINTS.find((each) => each.name === name);
  if (!found) throw new Error(`no endpoint ${name}`);
  const { reply: schema, ...route } = found.endpoint;
  if (typeof schema !== 'object') throw new Error(`${name} has no JSON reply`);
  const answered = (body: unknown): Answer => ({ route, respond: async () => Response.json(body) });
  // Parsed first, so that a reply that the contract does not allow fails.
  const fields = Map.groupBy(codesIn(schema, schema.parse(reply)), (path) =>
    path.map((key) => key.replace(/^\d+$/, '*')).join('.'),
  );
  const codes = [...fields].map(([field, paths]) => ({
    field,
    answer: answered(withNewCodes(reply, paths)),
  }));
  return { name, answer: answered(reply), codes };
}

/** Replies of all endpoints as the running server gave them. */
export const GOLDEN: readonly Replied[] = ENDPOINTS.flatMap(({ name, endpoint }) =>
  typeof endpoint.reply === 'object' ? replied(name, FIXTURES[name].reply) : [],
);

interface Opened {
  /** Replies after the recorded ones. */
  more?: readonly Replied[];
  options?: Parameters<typeof openScreen>[2];
  /** Endpoints that the page asks for after everything else. */
  last?: Route[];
  /** Replies whose codes another page tests. */
  without?: readonly EndpointName[];
}

/** Everything that people read or hear. */
function words(): string[] {
  const elements = [...document.body.querySelectorAll('*')];
  const texts = elements.flatMap(({ childNodes }) =>
    [...childNodes].flatMap((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : [])),
  );
  const names = ['aria-label', 'title', 'placeholder', 'alt'];
  return [...texts, ...elements.flatMap((each) => names.map((name) => each.getAttribute(name) ?? ''))];
}

/** A code, or a key with it or with what a table of known codes has for it. */
const isRaw = (text: string) => text.includes(NEW_CODE) || /(^|\.)undefined$/.test(text);

/**
 * Opens a page once for each field with codes in the replies that it reads, with an unknown code there. Returns what
 * people would then see of the code, and failures of the screen.
 */
export async function troubleWithNewCodes(address: string, opened: Opened = {}): Promise<string[]> {
  const { more = [], options = {}, last = [], without = [] } = opened;
  const all = [...GOLDEN, ...more];
  const failures = vi.spyOn(console, 'error').mockImplementation(() => {});
  const load = async (answer?: Answer): Promise<FakeNetwork> => {
    const answers = all.map((each) => each.answer);
    const network = await openScreen(address, answer ? [...answers, answer] : answers, options);
    await screen.findByRole('main');
    await waitFor(() => expect(last.filter((route) => network.count(route) === 0)).toEqual([]));
    let before = '';
    await waitFor(() => {
      const [now, then] = [document.body.innerHTML, before];
      before = now;
      expect(queryClient.isFetching()).toBe(0);
      expect(screen.queryAllByText('Loading …')).toEqual([]);
      expect(now === then).toBe(true);
    });
    return network;
  };
  const network = await load();
  expect(words().filter(isRaw)).toEqual([]);
  const trouble = new Set<string>();
  for (const { name, codes, answer: used } of all)
    for (const { field, answer } of network.count(used.route) > 0 && !without.includes(name) ? codes : []) {
      closeScreen();
      failures.mockClear();
      await load(answer);
      const failed = failures.mock.calls.filter(([what]) => what === 'a screen failed');
      for (const what of [...words().filter(isRaw), ...failed.map(([, error]) => String(error))])
        trouble.add(`${name} ${field}: ${what}`);
    }
  return [...trouble];
}
