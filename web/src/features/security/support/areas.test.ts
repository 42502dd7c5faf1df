import { expect, test } from 'vitest';
import { areasOf } from './areas.ts';

test('calls are grouped by area, and what pages send by themselves is left out', () => {
  expect(
    areasOf([
      'GET /v1/auth/check/',
      'GET /events/',
      'GET /v1/cases/',
      'GET /v1/cases/:id/all/',
      'GET /v1/user/edit/',
      'PUT /v1/user/settings/',
      'GET /v1/new-thing/',
    ]),
  ).toEqual(['cases', 'profile', 'other']);
  expect(areasOf(['GET /v1/user/alarms/', 'GET /v1/dashboard/cases/today/'])).toEqual([]);
});
