import { Readable } from 'node:stream';
import { exportKey } from '../../modules/list-exports/run-export.ts';
import { createDevice, createRegistration, createRental, newUdi } from '../devices.ts';
import type { TestApp } from '../test-app.ts';
import type { People, Persona } from './personas.ts';

export interface Devices {
  /** A new unregistered device. */
  newDevice(): Promise<{ id: number; udi: string }>;
  /** A new device that the rental manager rents out to the author. */
  newRental(): Promise<{ id: number }>;
  /** A new export of registrations of this person, whose file is ready. */
  newExport(persona: Persona): Promise<{ id: number }>;
  /** A new ticket whose mail could not be sent. */
  newFailedTicket(): Promise<{ id: number }>;
  /** A new unconfirmed registration of the author. */
  newRegistration(): Promise<{ id: number; token: string }>;
}

export function devicesOf({ services }: TestApp, people: People): Devices {
  const newDevice = () => createDevice(services, people.deviceManager, newUdi());
  return {
    newDevice,
    newRental: () => createRental(services, { manager: people.rentalManager, customer: people.author }),
    async newExport(persona) {
      const owner = persona === 'nobody' ? people.deviceManager : people[persona];
      const row = await services.db
        .insertInto('list_export')
        .values({
          list: 'registrations',
          query: JSON.stringify({ search: '', sort: 'udi desc' }),
          created_by: owner.id,
          state: 'done',
          problem: null,
          rows_total: 1,
          bytes: 1,
          done_at: new Date(),
          expires_at: new Date(Date.now() + 3600_000),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await services.storage.write(exportKey(row.id), Readable.from([Buffer.from('x')]));
      return row;
    },
    newFailedTicket: () =>
      services.db
        .insertInto('ticket')
        .values({
          created_by: people.staff.id,
          recipient: 'support@cusp.example',
          title: 'Help',
          description: 'Please',
          language: 'en',
          brand: 'cusp',
          key: null,
          state: 'failed',
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    newRegistration: async () =>
      createRegistration(services, await newDevice(), people.author, { confirmed: false }),
  };
}
