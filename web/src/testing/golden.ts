import type { listCases } from '@cusp/contract/case-list.routes';
import type { getCase } from '@cusp/contract/cases.routes';
import type { listConnections } from '@cusp/contract/connections.routes';
import type { activities, needyCases } from '@cusp/contract/dashboard.routes';
import type { getDraft, listRecipients } from '@cusp/contract/drafts.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import type { handoffCase } from '@cusp/contract/handoff.routes';
import type { getOrder } from '@cusp/contract/orders.routes';
import type { getProfile } from '@cusp/contract/profile.routes';
import type { securityState } from '@cusp/contract/security.routes';
import type { groupUsers } from '@cusp/contract/share-groups.routes';
import type { sharedCase } from '@cusp/contract/sharing.routes';
import cases from '../../../contract/fixtures/cases.json';
import connections from '../../../contract/fixtures/connections.json';
import dashboard from '../../../contract/fixtures/dashboard.json';
import drafts from '../../../contract/fixtures/drafts.json';
import handoff from '../../../contract/fixtures/handoff.json';
import orders from '../../../contract/fixtures/orders.json';
import profile from '../../../contract/fixtures/profile.json';
import shareGroups from '../../../contract/fixtures/share-groups.json';
import sharing from '../../../contract/fixtures/sharing.json';

// Replies that the tests of the contract parse. TypeScript widens the words of JSON files to `string`.
export const NEEDY = dashboard.needyCases.reply as ReplyFrom<typeof needyCases>;
export const ACTIVITIES = dashboard.activities.reply as ReplyFrom<typeof activities>;
export const CASE = cases.getCase.reply as ReplyFrom<typeof getCase>;
export const CASES = cases.listCases.reply as ReplyFrom<typeof listCases>;
export const CONNECTIONS = connections.listConnections.reply as ReplyFrom<typeof listConnections>;
/** Without a delivery date, which forms compare with today. */
export const DRAFT = { ...drafts.getDraft.reply, deliveryDate: null } as ReplyFrom<typeof getDraft>;
export const GROUP = shareGroups.groupUsers.reply as ReplyFrom<typeof groupUsers>;
export const HANDOFF = handoff.handoffCase.reply as ReplyFrom<typeof handoffCase>;
export const ORDER = orders.getOrder.reply as ReplyFrom<typeof getOrder>;
export const PROFILE = profile.getProfile.reply as ReplyFrom<typeof getProfile>;
export const RECIPIENTS = drafts.listRecipients.reply as ReplyFrom<typeof listRecipients>;
export const SHARED_CASE = sharing.sharedCase.reply as ReplyFrom<typeof sharedCase>;

export const NO_CASES: typeof CASES = {
  ...CASES,
  posts: [],
  page: { ...CASES.page, total_num: 0, num_pages: 1, has_next: false, page_range: [1] },
};
export const NO_CONNECTIONS: typeof CONNECTIONS = {
  ...CONNECTIONS,
  connections: { pending: [], accepted: [], locked: [] },
};
/** The person's own request is the only connection, and it has not been answered. */
export const ONE_ASKED: typeof CONNECTIONS = {
  ...CONNECTIONS,
  connections: {
    pending: CONNECTIONS.connections.accepted.slice(0, 1).map((each) => ({
      ...each,
      status: 'REQD',
      is_owner: true,
      Im_invited: false,
    })),
    accepted: [],
    locked: [],
  },
};
export const NO_GROUP: typeof GROUP = { sharegroup: null, sg_users: { pending: [], accepted: [] } };

export const SECURITY: ReplyFrom<typeof securityState> = {
  has_password: true,
  app_since: null,
  passkeys: [],
  recovery_codes_left: 0,
  required: false,
  passkeys_here: true,
  reset_due: null,
  email_change: null,
};
