import { sendEndedSessions } from '../modules/identity/visit-calls.ts';
import { sendCircles } from '../modules/region-visit/circle-calls.ts';
import { challengeOf } from '../platform/secrets/code-challenge.ts';
import { arriveAt, newVerifier } from './arrivals.ts';
import { createCase, createGroup, createLabUser, createUser } from './factories.ts';
import { admitGuest } from './guests.ts';
import { openTwoRegions } from './regions.ts';
import { ask } from './sign-in.ts';
import { type Client, clientFor } from './test-app.ts';
import { waitingJobs } from './two-sides.ts';
import { stl, upload } from './uploads.ts';

interface Person {
  id: number;
}

export type GuestPractice = Awaited<ReturnType<Awaited<ReturnType<typeof openGuestPractices>>['practice']>>;

/** Two regions, where labs of the US visit the cases that clinics of the EU have sent them. */
export async function openGuestPractices() {
  const { us, eu, usUrl } = await openTwoRegions({ rateLimitFactor: 0 });
  let lastId = 3_000_000;
  const newLab = () => {
    lastId += 16;
    return createLabUser(us.services, { id: lastId });
  };

  /** A lab of two in the US, and a clinic of the EU that has sent it a case with a file and a comment. */
  async function practice(patient = 'Nobody') {
    const [lab, mate] = [await newLab(), await newLab()];
    await createGroup(us.services, lab, [mate]);
    const guest = await admitGuest(eu.services, lab);
    const clinic = await createUser(eu.services, { region: 'eu' });
    const dentalCase = await createCase(eu.services, {
      author: clinic,
      recipient: guest,
      status: 'PROC',
      patient_last: patient,
    });
    await sendCircles(us.services, [lab.id]);
    const at = await eu.as(clinic);
    const file = (await upload(at, dentalCase.id, stl(4), 'upper.stl')).json().id;
    const said = await at.post(`/v1/cases/${dentalCase.id}/comment/`, { comment: 'For the lab' });
    return { lab, mate, clinic, dentalCase, file, comment: said.json().id };
  }

  /** The code with which a person of the US begins a visit. */
  const codeFor = async (person: Person, codeVerifier: string): Promise<string> => {
    const home = await us.as(person);
    const reply = await home.post('/v1/region-visit/', { codeChallenge: challengeOf(codeVerifier) });
    return reply.json().arrival_code;
  };

  /** A new visit of a person of the US in the EU. */
  async function visit(person: Person): Promise<Client> {
    const codeVerifier = newVerifier();
    const arrived = await arriveAt(usUrl, eu, { code: await codeFor(person, codeVerifier), codeVerifier });
    const cookie = String(arrived.cookies.find(({ name }) => name === 'cusp')?.value);
    return clientFor(eu.app, arrived.json().access, cookie);
  }

  /** A request that the browser itself makes, such as a download. */
  const byCookie = ({ cookie }: Client, path: string) =>
    ask(eu, { method: 'GET', path, headers: { cookie: `cusp=${cookie}` } });

  /** Removes a colleague from the lab's group at home, and sends the change to the EU. */
  async function removeMate(lab: Person, mate: Person): Promise<void> {
    const { id } = await us.services.db
      .selectFrom('group_member')
      .select('id')
      .where('user_id', '=', mate.id)
      .executeTakeFirstOrThrow();
    const reply = await (await us.as(lab)).delete(`/v1/group/users/${id}/remove/`);
    if (reply.statusCode !== 200) throw new Error(`not removed: ${reply.statusCode}`);
    for (const { people } of await waitingJobs(us, 'practice-changed'))
      await sendCircles(us.services, people as number[]);
  }

  /** Ends a person's session at home, and with it their visits. */
  async function signOutAtHome(person: Person): Promise<void> {
    const { cookie } = await us.as(person);
    await ask(us, { path: '/v1/auth/logout/', headers: { cookie: `cusp=${cookie}`, 'action-id': 'a-1' } });
    for (const { sessions } of await waitingJobs(us, 'end-visits'))
      await sendEndedSessions(us.services, sessions as string[]);
  }

  return { us, eu, usUrl, newLab, practice, codeFor, visit, byCookie, removeMate, signOutAtHome };
}
