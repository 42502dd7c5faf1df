import type { Route } from '@cusp/contract/endpoint';
import { createGroup } from '@cusp/contract/share-groups.routes';
import { expect, test } from 'vitest';
import { FakeNetwork, replies } from './replies.ts';

const route = (path: string): Route => ({ method: 'GET', path, access: 'user' });
const says = (path: string, text: string) => ({
  route: route(path),
  respond: async () => new Response(text),
});
const get = async (network: FakeNetwork, path: string) => (await network.fetch(`/heclore${path}`)).text();

test('a fixed path wins over a later pattern, and among equals the last answer', async () => {
  const network = new FakeNetwork([
    says('/v1/x/list/', 'first'),
    says('/v1/x/list/', 'second'),
    says('/v1/x/:id/', 'pattern'),
  ]);
  expect(await get(network, '/v1/x/list/')).toBe('second');
  expect(await get(network, '/v1/x/7/')).toBe('pattern');
  expect(network.unanswered).toEqual([]);
});

test('a reply that the contract does not allow does not compile', () => {
  // @ts-expect-error the contract has a number here
  replies(createGroup, { id: 'one' });
  // @ts-expect-error the contract has an id here
  replies(createGroup, {});
});
