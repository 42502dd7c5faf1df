import { PAGES } from '@cusp/contract/pages';
import type { Doer } from '../../platform/http/actor.ts';
import type { Work } from '../../platform/work.ts';
import { createMailToken } from '../identity/mail-tokens.ts';

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
 * Mails a person about a change of their second steps, whoever made it, so that they can undo a step that would lock
 * them out.
 */
export async function notifySecondStep(
  work: Work<Doer>,
  user: Addressee,
  change: keyof typeof TEMPLATES,
): Promise<void> {
  const link =
    change === 'added'
      ? PAGES.secondStepUndo.replace(':token', await createMailToken(work.tx, user.id, 'undo'))
      : PAGES.security;
  await work.enqueue('mail', {
    template: TEMPLATES[change],
    to: user.email,
    userId: user.id,
    language: user.language,
    brand: user.brand,
    params: { name: user.first_name, link },
  });
}
