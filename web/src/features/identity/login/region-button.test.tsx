// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import brand from '../../../../../contract/fixtures/brand.json';
import { openScreen } from '../../../testing/screen.tsx';

const site = { server_loc: 'US', other_region_url: 'https://eu.cusp.example' } as const;
const button = () => screen.queryByRole('link', { name: 'Go to the EU site' });

test.each([
  ['/login', 'https://eu.cusp.example/login'],
  ['/login?next=%2Fcases%3Fstatus%3DOPEN', 'https://eu.cusp.example/login?next=%2Fcases%3Fstatus%3DOPEN'],
  ['/login?next=%2F%2Fevil.example', 'https://eu.cusp.example/login'],
])('the button at %s leads to %s', async (address, href) => {
  await openScreen(address, [], { as: null, site });
  expect(button()?.getAttribute('href')).toBe(href);
});

test('the EU site leads to the US one', async () => {
  await openScreen('/login', [], {
    as: null,
    site: { server_loc: 'EU', other_region_url: 'https://cusp.example' },
  });
  expect(screen.getByRole('link', { name: 'Go to the US site' }).getAttribute('href')).toBe(
    'https://cusp.example/login',
  );
});

test.each([
  ['a partner’s brand', { ...site, odm: { ...brand.appInfo.reply.odm, is_default_brand: false } }],
  ['a single region', { server_loc: 'US' as const }],
])('%s has no button', async (_which, other) => {
  await openScreen('/login', [], { as: null, site: other });
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy();
  expect(button()).toBeNull();
});
