import { route } from './endpoint.ts';

/** Length of a patient's code, number of materials, and length of the longer texts. */
export const STATEMENT_LIMITS = { code: 40, materials: 40, text: 2000 } as const;
/** Statements on one page of the list of a practice. */
export const STATEMENTS_A_PAGE = 50;

export const listStatements = route({ method: 'GET', path: '/v1/cases/:id/statements/', access: 'user' });
export const statementForm = route({
  method: 'GET',
  path: '/v1/cases/:id/statements/form/',
  access: 'user',
  support: 'never',
});
export const issueStatement = route({
  method: 'POST',
  path: '/v1/cases/:id/statements/',
  access: 'user',
  emits: ['statement_issued'],
});
export const statementFile = route({
  method: 'GET',
  path: '/v1/statements/:id/file/',
  access: 'cookie',
  reply: 'bytes',
});
/** For owners of a group and people without one; includes statements of cases that no longer exist. */
export const keptStatements = route({
  method: 'GET',
  path: '/v1/privacy/statements/',
  access: 'user',
  support: 'never',
});
