import type { Client, TestApp } from '../test-app.ts';
import { type Accounts, accountsOf } from './accounts.ts';
import { type Belongings, belongingsOf } from './belongings.ts';
import { type Cases, casesOf } from './cases.ts';
import { type Devices, devicesOf } from './devices.ts';
import { type Partners, partnersOf } from './partners.ts';
import { createPeople } from './people.ts';
import type { People, Persona } from './personas.ts';
import { type Sheets, sheetsOf } from './sheets.ts';
import { type Support, supportOf } from './support.ts';
import { type Visitors, visitorsOf } from './visitors.ts';

/** The people of the access matrix, and the objects that they ask for. */
export interface World extends Cases, Belongings, Partners, Visitors, Accounts, Devices, Sheets, Support {
  people: People;
  client(persona: Persona): Promise<Client>;
}

export async function createWorld(t: TestApp): Promise<World> {
  const { people, client } = await createPeople(t);
  const cases = casesOf(t, people);
  return {
    people,
    client,
    ...cases,
    ...belongingsOf(t, people),
    ...partnersOf(t, people),
    ...devicesOf(t, people),
    ...visitorsOf(t, people, cases.newCase),
    ...accountsOf(t, people, cases.newCase),
    ...sheetsOf(t, people),
    ...supportOf(t, people),
  };
}
