import * as accounts from './accounts.ts';
import * as addresses from './addresses.ts';
import * as agreements from './agreements.ts';
import * as brand from './app-info.ts';
import * as caseChanges from './case-changes.ts';
import * as caseList from './case-list.ts';
import * as caseViews from './case-views.ts';
import * as cases from './cases.ts';
import * as closing from './closing.ts';
import * as comments from './comments.ts';
import * as connections from './connections.ts';
import * as dashboard from './dashboard.ts';
import * as dataExports from './data-exports.ts';
import * as devices from './devices.ts';
import * as drafts from './drafts.ts';
import * as emailChange from './email-change.ts';
import type { CallInput, Endpoint, ReplyOf, Route } from './endpoint.ts';
import * as files from './files.ts';
import * as handoff from './handoff.ts';
import * as history from './history.ts';
import * as inbox from './inbox.ts';
import * as lightCopies from './light-copies.ts';
import * as listExports from './list-exports.ts';
import * as live from './live.ts';
import * as offline from './offline.ts';
import * as orderForm from './order-form.ts';
import * as orderTemplates from './order-templates.ts';
import * as orders from './orders.ts';
import * as orientation from './orientation.ts';
import * as partnerFeatures from './partner-features.ts';
import * as phone from './phone.ts';
import * as presence from './presence.ts';
import * as privacy from './privacy.ts';
import * as production from './production.ts';
import * as profile from './profile.ts';
import * as push from './push.ts';
import * as regionMove from './region-move.ts';
import * as regionVisit from './region-visit.ts';
import * as retention from './retention.ts';
import * as security from './security.ts';
import * as shareGroups from './share-groups.ts';
import * as sharing from './sharing.ts';
import * as sheets from './sheets.ts';
import * as shipping from './shipping.ts';
import * as signIn from './sign-in.ts';
import * as social from './social.ts';
import * as staffDevices from './staff-devices.ts';
import * as staffLabs from './staff-labs.ts';
import * as staffParties from './staff-parties.ts';
import * as staffRegistrations from './staff-registrations.ts';
import * as staffUsers from './staff-users.ts';
import * as statements from './statements.ts';
import * as statistics from './statistics.ts';
import * as stepReset from './step-reset.ts';
import * as support from './support.ts';
import * as tickets from './tickets.ts';
import * as uploads from './uploads.ts';
import * as userLocations from './user-locations.ts';
import * as workCalendar from './work-calendar.ts';

const SUBJECTS = {
  brand,
  signIn,
  accounts,
  phone,
  social,
  privacy: { ...privacy, ...retention, ...dataExports },
  profile: { ...profile, ...closing, ...agreements },
  regionMove,
  regionVisit,
  security,
  cases: { ...caseList, ...cases, ...orderForm, ...caseChanges, ...orientation },
  caseViews,
  comments,
  inbox,
  push,
  offline,
  drafts: { ...drafts, ...workCalendar },
  devices,
  orders,
  orderTemplates,
  files,
  uploads,
  dashboard,
  connections,
  shareGroups,
  live,
  presence,
  addresses,
  sharing,
  handoff,
  history,
  lightCopies,
  production,
  shipping,
  statements,
  statistics,
  userLocations,
  staffDevices: { ...staffDevices, ...staffRegistrations },
  staffLabs,
  staffParties,
  staffUsers,
  stepReset,
  emailChange,
  partnerFeatures,
  tickets,
  support,
  listExports,
  sheets,
};

type EndpointsOf<M> = { [K in keyof M as M[K] extends Endpoint ? K : never]: M[K] };
type Union<T> = (T extends unknown ? (x: T) => void : never) extends (x: infer I) => void ? I : never;
type Subjects = typeof SUBJECTS;
type All = Union<{ [S in keyof Subjects]: EndpointsOf<Subjects[S]> }[keyof Subjects]>;

/** Names of all endpoints; the access matrix does not compile without a row for each. */
export type EndpointName = keyof All & string;

type ByRoute = { [N in EndpointName as `${All[N]['method']} ${All[N]['path']}`]: All[N] };
/** The endpoint of a route; method and path are unique. */
type EndpointOf<R extends Route> = `${R['method']} ${R['path']}` extends infer K extends keyof ByRoute
  ? ByRoute[K]
  : never;
/** Input and reply of a route for its callers. */
export type InputTo<R extends Route> = CallInput<EndpointOf<R>>;
export type ReplyFrom<R extends Route> = ReplyOf<EndpointOf<R>>;

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** All endpoints with name and subject, for the API reference and the access matrix. */
export const ENDPOINTS: { name: EndpointName; subject: keyof Subjects; endpoint: Endpoint }[] =
  Object.entries(SUBJECTS).flatMap(([subject, module]) =>
    Object.entries(module)
      .filter((entry): entry is [EndpointName, Endpoint] => isEndpoint(entry[1]))
      .map(([name, endpoint]) => ({ name, subject: subject as keyof Subjects, endpoint })),
  );
