import { route } from './endpoint.ts';

/**
 * `terms`: accepted by each person. `dpa`: the data processing agreement, which the owner concludes for the practice.
 */
export const AGREEMENT_KINDS = ['terms', 'dpa'] as const;
export type AgreementKind = (typeof AGREEMENT_KINDS)[number];

export const showAgreements = route({
  method: 'GET',
  path: '/v1/user/agreements/',
  access: 'user',
  support: 'never',
});
export const acceptedAgreement = route({
  method: 'GET',
  path: '/v1/user/agreements/:id/',
  access: 'user',
  support: 'never',
});
export const acceptAgreement = route({
  method: 'POST',
  path: '/v1/user/agreements/',
  access: 'user',
  support: 'never',
});
