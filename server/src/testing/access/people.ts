import { livingSession } from '../../modules/identity/sessions.ts';
import { createConnection, createGroup, createLabUser, createUser } from '../factories.ts';
import { createGuest } from '../guests.ts';
import { type SupportClient, supportClient } from '../support.ts';
import type { Client, TestApp } from '../test-app.ts';
import { isStaffPersona, type People, type Persona } from './personas.ts';

/** One person for each persona, connected and in groups as their names say. */
export async function createPeople(t: TestApp) {
  const { services } = t;
  const people: People = {
    stranger: await createUser(services),
    author: await createUser(services),
    authorGroup: await createUser(services),
    recipient: await createLabUser(services),
    recipientGroup: await createLabUser(services),
    partner: await createLabUser(services),
    staffAtLogin: await createUser(services, {
      is_device_manager: true,
      is_sales_manager: true,
      is_staff: true,
      is_device_user_viewer: true,
    }),
    deviceManager: await createUser(services, { is_device_manager: true }),
    salesManager: await createUser(services, { is_sales_manager: true }),
    staff: await createUser(services, { is_staff: true }),
    deviceUserViewer: await createUser(services, { is_device_user_viewer: true }),
    formerStaff: await createUser(services, { is_staff: true }),
    supportRead: await createUser(services, { is_staff: true }),
    supportWrite: await createUser(services, { is_staff: true }),
    formerSupport: await createUser(services, { is_staff: true }),
    rentalManager: await createUser(services, { is_device_rental_manager: true }),
    guest: await createGuest(services, { role: 'Dental Lab' }),
  };
  await createGroup(services, people.author, [people.authorGroup]);
  await createGroup(services, people.recipient, [people.recipientGroup, people.guest]);
  await createConnection(services, people.author, people.recipient);
  await createConnection(services, people.author, people.partner);

  await t.asStaff(people.formerStaff);
  const formerSupport = await supportClient(t, people.formerSupport, people.author, { mode: 'write' });
  await services.db
    .updateTable('app_user')
    .set({ is_staff: false })
    .where('id', 'in', [people.formerStaff.id, people.formerSupport.id])
    .execute();

  const supporters = new Map<Persona, SupportClient>();
  /** Opens a session again if a success ended it, such as that of the author who ends all other sessions. */
  const supporter = async (persona: 'supportRead' | 'supportWrite') => {
    const known = supporters.get(persona);
    if (known && (await livingSession(services, known.sessionId))) return known;
    const mode = persona === 'supportRead' ? 'read' : 'write';
    const opened = await supportClient(t, people[persona], people.author, { mode });
    supporters.set(persona, opened);
    return opened;
  };
  const client = async (persona: Persona): Promise<Client> => {
    if (persona === 'nobody') return t.nobody;
    if (persona === 'formerSupport') return formerSupport;
    if (persona === 'supportRead' || persona === 'supportWrite') return supporter(persona);
    if (persona === 'guest') return t.asGuest(people.guest);
    return isStaffPersona(persona) ? t.asStaff(people[persona]) : t.as(people[persona]);
  };
  return { people, client };
}
