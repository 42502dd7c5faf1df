import { PAGES } from '@cusp/contract/pages';
import type { Doer } from '../../platform/http/actor.ts';
import type { Work } from '../../platform/work.ts';
import { createMailToken } from '../identity/mail-tokens.ts';
import { linkWithToken } from '../invitations/server-location.ts';
import { endStepReset } from './end-step-reset.ts';

interface Addressee {
  id: number;
  email: string;
  first_name: string;
  language: string;
  brand: string;
}

const TEMPLATES = {
  added: 'second-step-added',
  removed: 'second-step-removed',
  'codes renewed': 'recovery-codes-renewed',
} as const;

/**
 * Mails a person about a change of their second steps, so that they can undo a step added by an intruder, which would
 * lock them out. Ends a reset by staff: after a change, the steps are not those that were reported as lost.
 */
export async function notifySecondStep(
  work: Work<Doer>,
  user: Addressee,
  change: keyof typeof TEMPLATES,
): Promise<void> {
  await endStepReset(work, user.id, 'used');
  const link =
    change === 'added'
      ? linkWithToken(work.services, PAGES.secondStepUndo, await createMailToken(work.tx, user.id, 'undo'))
      : PAGES.security;
  await work.mail(user, TEMPLATES[change], { name: user.first_name, link });
}
