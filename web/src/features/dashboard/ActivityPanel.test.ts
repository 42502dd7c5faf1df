import { expect, test } from 'vitest';
import { activityList } from './ActivityPanel.tsx';

const entry = (id: number, user_id: number | null) => ({
  id,
  user_id,
  action: 'POST_CREATE' as const,
  action_date: '2026-03-10T09:00:00.000Z',
  post_id: 5,
  post_no: '2603-ABCDEF',
  patient: { firstname: 'Jo', lastname: 'Berg' },
  status: null,
  assignee: null,
});
const page = (users: number[], entries: ReturnType<typeof entry>[]) => ({
  users: users.map((id) => ({ id, username: `Person ${id}`, pictures: null })),
  cases_actions: entries,
  num_pages: 2,
});

test('each entry has its person from any page, and nobody for a deleted account', () => {
  const list = activityList([
    page([1], [entry(9, 1), entry(8, null)]),
    page([2], [entry(7, 1), entry(6, 2)]),
  ]);
  expect(list.map(({ id, username }) => [id, username])).toEqual([
    [9, 'Person 1'],
    [8, ''],
    [7, 'Person 1'],
    [6, 'Person 2'],
  ]);
});

test('an entry that moved to the next page is shown once', () => {
  const list = activityList([page([1], [entry(9, 1), entry(8, 1)]), page([1], [entry(8, 1), entry(7, 1)])]);
  expect(list.map(({ id }) => id)).toEqual([9, 8, 7]);
});
