import type { Tx } from '../../platform/db/database.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Services } from '../../platform/services.ts';

interface Addressee {
  id: number;
  email: string;
  first_name: string;
  language: string;
  brand: string;
}

/** Tells a person that their account is secured otherwise: whoever did it, they hear of it. */
export const tellOfSecondStep = (
  tx: Tx,
  services: Services,
  user: Addressee,
  change: 'added' | 'removed',
): Promise<void> =>
  queueMail(tx, services.jobs, {
    template: `second-step-${change}`,
    to: user.email,
    userId: user.id,
    language: user.language,
    brand: user.brand,
    params: { name: user.first_name, link: '/security' },
  });
