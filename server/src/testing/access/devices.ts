import { createDevice, createRegistration, createRental, newUdi } from '../devices.ts';
import type { TestApp } from '../test-app.ts';
import type { People } from './personas.ts';

export interface Devices {
  /** A new unregistered device. */
  newDevice(): Promise<{ id: number; udi: string }>;
  /** A new device that the rental manager rents out to the author. */
  newRental(): Promise<{ id: number }>;
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
