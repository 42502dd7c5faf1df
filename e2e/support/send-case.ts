import { randomUUID } from 'node:crypto';
import { asPerson } from './people.ts';

interface SentCase {
  id: number;
  no: string;
}

/**
 * Sends a zirconia crown on tooth 16, whose scans follow, through the API; the form has its own journeys. `recipient`
 * is the email address of a connected lab; `order` replaces fields of the order.
 */
export async function sendCase(
  sender: string,
  recipient: string,
  patient: { first: string; last: string },
  order: { deliveryDate?: string; appointment?: string } = {},
): Promise<SentCase> {
  const { recipients } = await asPerson<{ recipients: { id: number; email: string }[] }>(
    sender,
    'GET',
    '/drafts/recipients/',
  );
  const fields = {
    recipientId: recipients.find(({ email }) => email === recipient)?.id,
    patient: { firstname: patient.first, lastname: patient.last, sex: null, birthdate: null },
    restorations: [
      {
        type: 'crown',
        teeth: [16],
        arch: null,
        material: 'zirconia',
        shade: 'A2',
        stumpShade: '',
        meant: [],
      },
    ],
    scansFollow: true,
    ...order,
  };
  const draft = await asPerson<{ id: number; version: number }>(sender, 'POST', '/drafts/', {
    key: randomUUID(),
    fields,
  });
  return asPerson(sender, 'POST', `/drafts/${draft.id}/send/`, { version: draft.version });
}
