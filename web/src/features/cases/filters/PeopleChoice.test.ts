import { expect, test } from 'vitest';
import { ALL, filtersOf, NO_FILTERS, searchOf, wireQueryOf } from './case-filters.ts';
import { choosable, institutionsOf, withInstitution, withPerson } from './PeopleChoice.tsx';

const people = {
  institutions: [
    { name: 'Lab', user_ids: [1, 2] },
    { name: 'Clinic', user_ids: [3] },
  ],
  users: [
    { id: 1, name: 'Ada' },
    { id: 2, name: 'Ben' },
    { id: 3, name: 'Cho' },
  ],
};

test('choosing an institution selects its people', () => {
  expect(withInstitution(NO_FILTERS, 'Lab', people)).toMatchObject({
    institution: 'Lab',
    person: ALL,
    userIds: [1, 2],
  });
  expect(choosable('Lab', people).map(({ name }) => name)).toEqual(['Ada', 'Ben']);
});

test('choosing a person narrows the selection, and All widens it again', () => {
  const lab = withInstitution(NO_FILTERS, 'Lab', people);
  const ada = withPerson(lab, '1', people);
  expect(ada).toMatchObject({ institution: 'Lab', person: '1', userIds: [1] });
  expect(withPerson(ada, ALL, people)).toEqual(lab);
});

test('an institution is queried by its name, and its people can still be chosen', () => {
  const user_ids = Array.from({ length: 201 }, (_, index) => index + 10);
  const large = {
    institutions: [...people.institutions, { name: 'University', user_ids }],
    users: [...people.users, ...user_ids.map((id) => ({ id, name: `Person ${id}` }))],
  };
  const chosen = withInstitution(NO_FILTERS, 'University', large);
  expect(chosen).toMatchObject({ institution: 'University', person: ALL, userIds: [] });
  expect(filtersOf(searchOf(chosen))).toEqual(chosen);
  expect(wireQueryOf(chosen, 1)).toMatchObject({ uid: '', institution: 'University' });
  expect(wireQueryOf(withPerson(chosen, '12', large), 1)).toMatchObject({ uid: '12', institution: '' });
  expect(wireQueryOf(withInstitution(chosen, 'Lab', large), 1)).toMatchObject({
    uid: '1,2',
    institution: 'Lab',
  });
  // A view that was saved before somebody joined the lab.
  const saved = { ...NO_FILTERS, institution: 'Lab', userIds: [1] };
  expect(wireQueryOf(saved, 1)).toMatchObject({ uid: '1', institution: 'Lab' });
  expect(wireQueryOf(filtersOf('?uid=1,2'), 1)).toMatchObject({ uid: '1,2', institution: '' });
});

test('choosing another institution clears a person who is not in it', () => {
  const ada = withPerson(NO_FILTERS, '1', people);
  expect(withInstitution(ada, 'Clinic', people)).toMatchObject({ person: ALL, userIds: [3] });
  expect(withInstitution(ada, 'Lab', people)).toMatchObject({ person: '1', userIds: [1] });
  expect(withInstitution(ada, ALL, people)).toMatchObject({ person: '1', userIds: [1] });
});

test('an empty selection queries nobody', () => {
  expect(withInstitution(withInstitution(NO_FILTERS, 'Lab', people), ALL, people)).toEqual(NO_FILTERS);
  expect(choosable(ALL, people)).toEqual(people.users);
});

test('an institution named All is not a second option for all', () => {
  const all = { name: ALL, user_ids: [3] };
  expect(institutionsOf({ ...people, institutions: [all, ...people.institutions] })).toEqual([
    'Lab',
    'Clinic',
  ]);
});
