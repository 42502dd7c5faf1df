// @vitest-environment happy-dom
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { addHandoffComment, handoffCase } from '@cusp/contract/handoff.routes';
import { PAGES } from '@cusp/contract/pages';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import fixtures from '../../../../../contract/fixtures/handoff.json';
import { disconnects, hangs, replies } from '../../../testing/replies.ts';
import { openScreen } from '../../../testing/screen.tsx';

test('a text that is changed after a lost reply is another comment, and none is changed while it is sent', async () => {
  const user = userEvent.setup();
  const dentalCase = fixtures.handoffCase.reply as ReplyFrom<typeof handoffCase>;
  const network = await openScreen(
    PAGES.handoff,
    [replies(handoffCase, dentalCase), disconnects(addHandoffComment)],
    { as: null },
  );
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox');
  const post = screen.getByRole('button', { name: 'Post' });
  await user.type(field, 'Shade A2');
  await user.click(post);
  await screen.findByText(/connection/i);
  network.answer(hangs(addHandoffComment));
  await user.type(field, '.5');
  await user.click(post);
  await user.type(field, ', or A3');
  expect(field.value).toBe('Shade A2.5');
  const sent = network.sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
  const [first, second] = sent as { comment: string; key: string }[];
  expect([first?.comment, second?.comment]).toEqual(['Shade A2', 'Shade A2.5']);
  expect(second?.key).not.toBe(first?.key);
});

test('a photo that the phone cannot draw is among the other files, with a download', async () => {
  const dentalCase = fixtures.handoffCase.reply as ReplyFrom<typeof handoffCase>;
  await openScreen(PAGES.handoff, [replies(handoffCase, dentalCase)], { as: null });
  const section = within(await screen.findByRole('region', { name: 'Photos' }));
  fireEvent.error(await section.findByRole('img', { name: 'photo.png' }));
  const link = section.getByRole<HTMLAnchorElement>('link', { name: 'photo.png' });
  expect([link.download, link.getAttribute('href')]).toEqual([
    'photo.png',
    expect.stringMatching(/photos\/8721\/$/),
  ]);
  expect(section.queryByRole('img')).toBeNull();
  expect(section.queryByText('No photos yet')).toBeNull();
  expect(section.getByText('16-margin.xyz').closest('a')).toBeNull();
  // Directly below the title of the page.
  expect(screen.queryByRole('heading', { level: 2, name: 'Teeth and restorations' })).not.toBeNull();
});
