import '@mantine/core/styles.layer.css';
import './styles/base.css';
import { PAGES } from '@cusp/contract/pages';
import { groupUsers } from '@cusp/contract/share-groups.routes';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { GROUP } from '../testing/golden.ts';
import { replies } from '../testing/replies.ts';
import { openScreen } from '../testing/screen.tsx';
import { DottedLine } from './DottedLine.tsx';

const left = (element: Element | null | undefined) => element?.getBoundingClientRect().left ?? Number.NaN;

test('a dot is visible between two facts of a line, and neither starts nor ends one', async () => {
  const facts = ['Wilhelmina von Hohenlohe-Waldenburg', '2611-U9HPQ5E', '2 unread comments', 'Zirconia'];
  const { container } = render(<DottedLine facts={facts} />);
  const box = container.firstElementChild as HTMLElement;
  const wrapped = new Set<number>();
  for (let width = 120; width <= 620; width += 20) {
    box.style.width = `${width}px`;
    const shown = [...(box.firstElementChild?.children ?? [])];
    const tops = shown.map((fact) => fact.getBoundingClientRect().top);
    shown.forEach((fact, index) => {
      const startsLine = index === 0 || tops[index] !== tops[index - 1];
      const dot = fact.querySelector('[class*="dot"]');
      const isVisible = dot !== null && left(dot) >= left(box);
      expect({ width, index, isVisible }).toEqual({ width, index, isVisible: !startsLine });
    });
    wrapped.add(new Set(tops).size);
  }
  expect([...wrapped].toSorted()).toEqual(expect.arrayContaining([1, 2, 3]));
});

test('on a phone the main button of three has its own line, after the two that Tab reaches first', async () => {
  await page.viewport(390, 844);
  await openScreen(PAGES.groups, [replies(groupUsers, GROUP)]);
  const box = async (name: string) => (await screen.findByRole('button', { name })).getBoundingClientRect();
  const [edit, remove, invite] = [
    await box('Edit group'),
    await box('Delete group'),
    await box('Invite member'),
  ];
  expect(edit.top).toBe(remove.top);
  expect(invite.top).toBeGreaterThan(edit.bottom);
  expect(invite.width).toBeGreaterThan(300);
});
