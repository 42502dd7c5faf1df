// @vitest-environment happy-dom
import { listCases } from '@cusp/contract/case-list.routes';
import type { CaseDetail } from '@cusp/contract/cases';
import { getCaseByNo } from '@cusp/contract/cases.routes';
import { listDrafts } from '@cusp/contract/drafts.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { listFiles } from '@cusp/contract/files.routes';
import { caseHistory } from '@cusp/contract/history.routes';
import { PAGES } from '@cusp/contract/pages';
import { heartbeat, leaveCase } from '@cusp/contract/presence.routes';
import { caseSteps, markStep, setPlan, showPlan, unmarkStep } from '@cusp/contract/production.routes';
import { listUploads } from '@cusp/contract/uploads.routes';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { queryClient } from '../../app/query-client.ts';
import { FakeEventSource } from '../../testing/fake-event-source.ts';
import { CASE, CASES } from '../../testing/golden.ts';
import { type Answer, hangs, refuses, replies } from '../../testing/replies.ts';
import { openScreen } from '../../testing/screen.tsx';

type Steps = ReplyFrom<typeof caseSteps>;

const by = (name: string | null, id = 33) => ({ id, at: '2026-11-22T09:03:00.000Z', by: name });
const OPEN: Steps = {
  no: CASE.no,
  is_maker: true,
  steps: [
    { step: 'scan_check', name: '', mark: by('Ron Mate') },
    { step: 'own', name: 'Über Nacht sintern', mark: null },
  ],
  done: 1,
  total: 2,
  next: { step: 'own', name: 'Über Nacht sintern' },
  may_mark: true,
  view: 'stage',
};
const ALL: Steps = {
  ...OPEN,
  steps: OPEN.steps.map((step) => ({ ...step, mark: step.mark ?? by('Rita Recipient', 49) })),
  done: 2,
  next: null,
};
const RECEIVED: CaseDetail = { ...CASE, usertype: 'OT', proposal: null, edit_order: null };

const openCase = (...answers: Answer[]) =>
  openScreen(`/cases/${CASE.no}`, [
    replies(listCases, CASES),
    replies(listDrafts, { drafts: [] }),
    replies(getCaseByNo, RECEIVED),
    replies(listFiles, { files: [] }),
    replies(listUploads, { uploads: [] }),
    hangs(caseHistory),
    hangs(heartbeat),
    hangs(leaveCase),
    ...answers,
  ]);
const section = () => screen.findByRole('region', { name: /^Production/ });
const openStep = (...answers: Answer[]) => openScreen('/case/209/step', answers);

/** Another user has marked a step. */
const marked = (id: number) => {
  const event = { id, name: 'step_marked', at: '', case_id: CASE.id, actor_id: 33, action_id: null, ids: {} };
  act(() => FakeEventSource.all.at(-1)?.say('step_marked', event, String(id)));
};

test('the lab marks a step, and takes a mark back once it has confirmed whose', async () => {
  const user = userEvent.setup();
  const network = await openCase(replies(caseSteps, OPEN), replies(markStep, { ...ALL, was_done: false }));
  const steps = within(await section());
  expect(steps.getByText('1/2')).toBeTruthy();
  expect(steps.getByText('The other side sees the progress')).toBeTruthy();
  expect(steps.getByRole('checkbox', { name: 'Scan check' })).toHaveProperty('checked', true);
  expect(steps.getByText(/^Ron Mate, /)).toBeTruthy();
  network.answer(replies(caseSteps, ALL));
  const box = steps.getByRole('checkbox', { name: 'Über Nacht sintern' });
  const states: boolean[] = [];
  const seen = new MutationObserver(() => states.push((box as HTMLInputElement).checked));
  seen.observe(document.body, { attributes: true, childList: true, characterData: true, subtree: true });
  await user.click(box);
  expect(box).toHaveProperty('checked', true);
  expect(await steps.findByText('2/2')).toBeTruthy();
  seen.disconnect();
  // Once ticked, it must not revert before the list contains it.
  expect(states.slice(states.indexOf(true))).not.toContain(false);
  expect(network.sent.find(({ method }) => method === 'POST')?.body).toEqual({ step: 'own' });

  network.answer(refuses(unmarkStep, 'case_on_hold'));
  await user.click(steps.getByRole('checkbox', { name: 'Scan check' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/Ron Mate/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Reopen step' }));
  expect(await screen.findByText(/under a legal hold/)).toBeTruthy();
  expect(steps.getByRole('checkbox', { name: 'Scan check' })).toHaveProperty('checked', true);
});

test('the clinic sees the progress or the steps without controls, and nothing where nothing may be seen', async () => {
  const clinic = { is_maker: false, may_mark: false } as const;
  const network = await openCase(replies(caseSteps, { ...OPEN, ...clinic, steps: [] }));
  const steps = within(await section());
  expect(steps.getByText('Next: Über Nacht sintern')).toBeTruthy();
  expect(steps.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
  const seen = OPEN.steps.map((step) => ({ ...step, mark: step.mark && by(null) }));
  network.answer(replies(caseSteps, { ...OPEN, ...clinic, view: 'steps', steps: seen }));
  marked(7);
  expect(await steps.findByRole('img', { name: 'Done' })).toBeTruthy();
  expect(steps.queryByRole('checkbox')).toBeNull();
  expect(steps.queryByText(/Ron/)).toBeNull();
  network.answer(
    replies(caseSteps, { ...OPEN, ...clinic, view: 'nothing', steps: [], done: 0, total: 0, next: null }),
  );
  marked(8);
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Production/ })).toBeNull());
});

test('a failure can be tried again', async () => {
  const network = await openCase(refuses(caseSteps, 'internal'));
  const failed = within(await section());
  network.answer(replies(caseSteps, OPEN));
  await userEvent.click(failed.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('1/2')).toBeTruthy();
});

test('a scan changes nothing until the button is pressed; a second press marks no further step', async () => {
  const user = userEvent.setup();
  const three: Steps = {
    ...OPEN,
    steps: [...OPEN.steps, { step: 'quality', name: '', mark: null }],
    total: 3,
  };
  const network = await openStep(replies(caseSteps, three));
  expect(await screen.findByRole('heading', { name: CASE.no })).toBeTruthy();
  expect(screen.getByText(/^Scan check: done by Ron Mate/)).toBeTruthy();
  const button = screen.getByRole('button', { name: 'Mark as done: Über Nacht sintern' });
  expect(network.sent.every(({ method }) => method === 'GET')).toBe(true);
  const after: Steps = {
    ...three,
    steps: three.steps.map((each) =>
      each.step === 'own' ? { ...each, mark: by('Rita Recipient', 49) } : each,
    ),
    done: 2,
    next: { step: 'quality', name: '' },
  };
  network.answer(replies(markStep, { ...after, was_done: false }));
  network.answer(replies(caseSteps, after));
  await user.dblClick(button);
  expect(await screen.findByText('Über Nacht sintern is done')).toBeTruthy();
  expect(network.sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
  // The next step needs a separate press.
  expect(screen.queryByRole('button', { name: 'Mark as done: Quality check' })).toBeNull();
  const refused = Promise.withResolvers<void>();
  const refusal = refuses(unmarkStep, 'case_on_hold');
  network.answer({ ...refusal, respond: (sent) => refused.promise.then(() => refusal.respond(sent)) });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  // Continuing now would hide a refusal to take the step back.
  await user.click(screen.getByRole('button', { name: 'Go to next step: Quality check' }));
  refused.resolve();
  expect(await screen.findByRole('alert')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Go to next step: Quality check' }));
  expect(screen.getByRole('button', { name: 'Mark as done: Quality check' })).toBeTruthy();
});

test('a step that another phone marked meanwhile is shown as done, with who and when', async () => {
  const user = userEvent.setup();
  const network = await openStep(replies(caseSteps, OPEN));
  const button = await screen.findByRole('button', { name: 'Mark as done: Über Nacht sintern' });
  network.answer(replies(markStep, { ...ALL, was_done: true }));
  network.answer(replies(caseSteps, ALL));
  await user.click(button);
  expect(await screen.findByText('Already done')).toBeTruthy();
  expect(screen.getByText(/^Über Nacht sintern: done by Rita Recipient, /)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(screen.getByText('All steps of this case are done.')).toBeTruthy();
});

test('a mark that somebody else has set again since cannot be undone from here', async () => {
  const user = userEvent.setup();
  const network = await openStep(replies(caseSteps, OPEN));
  const button = await screen.findByRole('button', { name: 'Mark as done: Über Nacht sintern' });
  network.answer(replies(markStep, { ...ALL, was_done: false }));
  network.answer(replies(caseSteps, ALL));
  await user.click(button);
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy();
  const again = OPEN.steps.map((step) => ({ ...step, mark: step.mark ?? by('Ron Mate', 50) }));
  network.answer(replies(caseSteps, { ...ALL, steps: again }));
  marked(7);
  expect(await screen.findByText('Already done')).toBeTruthy();
  expect(screen.getByText(/^Über Nacht sintern: done by Ron Mate, /)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  // Reopened by somebody else, the step can be marked here again.
  network.answer(replies(caseSteps, OPEN));
  marked(8);
  await user.click(await screen.findByRole('button', { name: 'Mark as done: Über Nacht sintern' }));
  await waitFor(() => expect(network.sent.filter(({ method }) => method === 'POST')).toHaveLength(2));
});

test.each([
  [refuses(caseSteps, 'not_found'), 'This case isn’t available to you'],
  [replies(caseSteps, ALL), 'All steps of this case are done.'],
  [replies(caseSteps, { ...ALL, may_mark: false }), /completed or closed/],
  [replies(caseSteps, { ...OPEN, is_maker: false, may_mark: false, steps: [] }), /^Only the side/],
] as const)('without a step to mark the page says why (%#)', async (answer, words) => {
  await openStep(answer);
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Mark as done/ })).toBeNull();
});

const PLAN: ReplyFrom<typeof showPlan> = {
  steps: [
    { step: 'design', name: '', types: [] },
    { step: 'own', name: 'Cast', types: ['crown'] },
  ],
  view: 'nothing',
  version: 3,
  may_change: true,
};

test('the owner names, orders and adds steps; a step without a name is not sent, and a conflict loses nothing', async () => {
  const user = userEvent.setup();
  const network = await openScreen(PAGES.production, [replies(showPlan, PLAN)]);
  await user.click(await screen.findByRole('button', { name: 'Move up: Cast' }));
  await user.click(screen.getByRole('button', { name: 'Add step' }));
  await user.click(screen.getByRole('radio', { name: /^The progress/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getAllByText('Enter a name for each step.').length).toBeGreaterThan(0);
  const names = () => screen.getAllByRole('textbox', { name: 'Step' }) as HTMLInputElement[];
  const last = names()[2];
  if (!last) throw new Error('the new step is missing');
  await user.type(last, 'Try-in');
  network.answer(refuses(setPlan, 'production_changed'));
  network.answer(replies(showPlan, { ...PLAN, version: 4 }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Save to replace theirs/)).toBeTruthy();
  expect(names().map(({ value }) => value)).toEqual(['Cast', 'Design', 'Try-in']);
  network.answer(replies(setPlan, { version: 5 }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The steps were saved.')).toBeTruthy();
  const sent = network.sent.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  expect(sent).toMatchObject([
    { version: 3 },
    { version: 4, view: 'stage', steps: [{ step: 'own' }, {}, { name: 'Try-in' }] },
  ]);
});

test('changes made while the steps are being saved stay, and are saved on top', async () => {
  const user = userEvent.setup();
  const network = await openScreen(PAGES.production, [replies(showPlan, PLAN)]);
  const [first] = await screen.findAllByRole('textbox', { name: 'Step' });
  if (!first) throw new Error('there is no step');
  await user.type(first, 's');
  let finish = () => {};
  const reply = replies(setPlan, { version: 4 });
  const until = new Promise<void>((resolve) => {
    finish = resolve;
  });
  network.answer({ ...reply, respond: async (sent) => until.then(() => reply.respond(sent)) });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.type(first, ' and wax-up');
  network.answer(replies(showPlan, { ...PLAN, version: 4 }));
  finish();
  expect(await screen.findByText('The steps were saved.')).toBeTruthy();
  expect(screen.getAllByRole('textbox', { name: 'Step' })[0]).toHaveProperty('value', 'Designs and wax-up');
  network.answer(replies(setPlan, { version: 5 }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(network.count(setPlan)).toBe(2));
  expect(network.sent.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
    version: 4,
    steps: [{ name: 'Designs and wax-up' }, {}],
  });
});

test('saved steps stay although they cannot be loaded again, and further changes are based on them', async () => {
  const user = userEvent.setup();
  const network = await openScreen(PAGES.production, [
    replies(showPlan, PLAN),
    replies(setPlan, { version: 4 }),
  ]);
  const field = async () => (await screen.findAllByRole<HTMLInputElement>('textbox', { name: 'Step' }))[0];
  await user.type((await field()) as HTMLInputElement, 's');
  network.answer(refuses(showPlan, 'internal'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The steps were saved.')).toBeTruthy();
  expect((await field())?.value).toBe('Designs');
  await user.type((await field()) as HTMLInputElement, ' 2');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(network.count(setPlan)).toBe(2));
  expect(network.sent.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
    version: 4,
    steps: [{ name: 'Designs 2' }, {}],
  });
});

test('Cancel and the usual steps replace what was typed', async () => {
  const user = userEvent.setup();
  await openScreen(PAGES.production, [replies(showPlan, PLAN)]);
  await screen.findByRole('button', { name: 'Add step' });
  const names = () =>
    (screen.getAllByRole('textbox', { name: 'Step' }) as HTMLInputElement[]).map(({ value }) => value);
  const [first] = screen.getAllByRole('textbox', { name: 'Step' });
  if (!first) throw new Error('there is no step');
  await user.clear(first);
  await user.type(first, 'CAD');
  expect(names()).toEqual(['CAD', 'Cast']);
  await user.click(screen.getByRole('button', { name: 'Use the usual steps' }));
  expect(names().slice(0, 2)).toEqual(['Scan check', 'Design']);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(names()).toEqual(['Design', 'Cast']);
});

test('names that another tab saves replace the shown ones, unless something is typed here', async () => {
  const user = userEvent.setup();
  const network = await openScreen(PAGES.production, [replies(showPlan, PLAN)]);
  const field = async (name: string) => screen.findByDisplayValue(name);
  (await field('Cast')).focus();
  const saved = (id: number, name: string, other: Partial<typeof PLAN> = {}) => {
    const steps = PLAN.steps.map((step) => (step.step === 'own' ? { ...step, name } : step));
    network.answer(replies(showPlan, { ...PLAN, steps, ...other, version: 3 + id }));
    const event = { id, name: 'production_changed', at: '', case_id: null, actor_id: 17, action_id: null };
    act(() => FakeEventSource.all.at(-1)?.say('production_changed', { ...event, ids: {} }, `${id}`));
  };
  saved(1, 'Cast', { view: 'steps' });
  await waitFor(() =>
    expect(screen.getByRole('radio', { name: /^The steps/ })).toHaveProperty('checked', true),
  );
  expect(document.activeElement).toBe(await field('Cast'));
  saved(2, 'Casting');
  const typing = await field('Casting');
  await user.type(typing, ' twice');
  saved(3, 'Pressing');
  // The form shows nothing of this reply, so that only the cache tells when it has arrived.
  await waitFor(() => expect(queryClient.getQueryData(['steps', 'plan'])).toMatchObject({ version: 6 }));
  await user.type(typing, ' more');
  expect(await field('Casting twice more')).toBe(typing);
  expect(document.activeElement).toBe(typing);
});

test('members of a group read the steps', async () => {
  await openScreen(PAGES.production, [replies(showPlan, { ...PLAN, may_change: false })]);
  expect(await screen.findByText('Only the owner of your group can change the steps.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
});
