import '@mantine/core/styles.layer.css';
import '../../ui/styles/base.css';
import '../../ui/styles/touch.css';
import { PAGES } from '@cusp/contract/pages';
import { Button, MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { theme } from '../../brand/theme.ts';
import { expectFits } from '../../testing/layout.ts';
import { openScreen } from '../../testing/screen.tsx';

const SKINS = [
  ['cusp', '#b84a00', '#e8590c', '#ff9a52'],
  ['other', '#0b5fb0', '#1f7fd6', '#6db3f2'],
].map(([key = '', main = '', focus = '', dark = '']) => ({
  key,
  name: key,
  colours: { '--brand': main, '--brand-hover': main, '--brand-focus': focus, '--brand-dark': dark },
}));

async function openDesign(query: string): Promise<void> {
  const own = globalThis.fetch;
  // The network of the test only answers API calls, so the skins are answered here.
  vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) =>
    String(input) === '/dev/skins.json' ? Response.json(SKINS) : own(input, init),
  );
  await openScreen(`${PAGES.devDesign}?${query}`, [], { as: null });
  await screen.findByRole('radio', { name: 'other' });
  await screen.findByRole('heading', { name: 'QR code' });
}

test.each(['light', 'dark'])('axe finds nothing in the %s scheme', async (scheme) => {
  await page.viewport(1024, 900);
  await openDesign(`scheme=${scheme}&skin=cusp`);
  expect(document.documentElement.dataset.mantineColorScheme).toBe(scheme);
  const { violations } = await axe.run(document.body, {
    rules: { 'target-size': { enabled: true } },
    resultTypes: ['violations'],
  });
  expect(
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${id}: ${html.slice(0, 200)} ${JSON.stringify(any[0]?.data ?? '')}`),
    ),
  ).toEqual([]);
});

test('the design page fits a phone', async () => {
  await page.viewport(390, 844);
  await openDesign('scheme=light');
  expectFits();
});

function Sending() {
  const [isSending, setSending] = useState(false);
  return (
    <Button loading={isSending} onClick={() => setSending(true)}>
      Send
    </Button>
  );
}

test('the loader of a button is in its middle with reduced motion', async () => {
  render(
    <MantineProvider theme={theme}>
      <Sending />
    </MantineProvider>,
  );
  const button = screen.getByRole('button', { name: 'Send' });
  fireEvent.click(button);
  const loader = await waitFor(() => {
    const found = button.querySelector('.mantine-Button-loader');
    if (!found) throw new Error('not loading yet');
    return found;
  });
  const middleOf = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2] as const;
  };
  const [[x, y], [loaderX, loaderY]] = [middleOf(button), middleOf(loader)];
  expect(Math.hypot(loaderX - x, loaderY - y)).toBeLessThan(2);
});
