import { announceAgreements } from './modules/agreements/announce-agreements.ts';
import { planAppointments } from './modules/appointments/plan-appointments.ts';
import { tidyDeletions } from './modules/case-page/finish-deletion.ts';
import { fillOrderWords } from './modules/cases/fill-order-words.ts';
import { tidyUndoSteps } from './modules/cases/undo-steps.sql.ts';
import { finishClosings } from './modules/closing/finish-closings.ts';
import { tidyDataExports } from './modules/data-exports/run-data-export.ts';
import { tidyDevices } from './modules/devices/register-scanner.ts';
import { tidyEmailChanges } from './modules/email-change/tidy-email-changes.ts';
import { announceSilentFiles } from './modules/files/announce-files.ts';
import { fillChecksums } from './modules/files/checksums.ts';
import { tidyGrants, tidyUploads } from './modules/files/tidy-files.ts';
import { tidyHandoffs } from './modules/handoff/handoff.sql.ts';
import { tidyIdentity } from './modules/identity/tidy-identity.ts';
import { fileAppointments, fileDeadlines, tidyInbox } from './modules/inbox/file-deadlines.ts';
import { tidyInvitations } from './modules/invitations/invitation-limit.ts';
import { queueMissingCopies } from './modules/light-copies/queue-light-copy.ts';
import { tidyExports } from './modules/list-exports/run-export.ts';
import { queueMissingScans } from './modules/malware/scan-files.ts';
import { tidyPhone } from './modules/phone/sms-limits.ts';
import { tidyPresence } from './modules/presence/heartbeat.ts';
import { purgeRemaining } from './modules/purge/purge-case.ts';
import { tidyAddressClaims } from './modules/region-look-up/address-claim.ts';
import { queueLateCopies } from './modules/region-move/arrived-copies.ts';
import { eraseMoves } from './modules/region-move/erase-move.ts';
import { driveMoves } from './modules/region-move/finish-source.ts';
import { takeLateLogs } from './modules/region-move/late-log.ts';
import { resumeImports } from './modules/region-move/work-imports.ts';
import { keepRetention } from './modules/retention/keep-retention.ts';
import { finishStepResets } from './modules/security/finish-step-resets.ts';
import { cleanOldPictures } from './modules/served-copies/clean-copy.ts';
import { tidySharing } from './modules/sharing/share-limits.ts';
import { tidySheets } from './modules/sheets/sheets.sql.ts';
import { tidyStatements } from './modules/statements/statements.sql.ts';
import { storeDays } from './modules/statistics/store-days.ts';
import { failLostTickets } from './modules/tickets/deliver-ticket.ts';
import type { RemovingChore } from './platform/db/data-register.ts';
import { keepLogPartitions } from './platform/db/log-partitions.ts';
import { tidyRegionRequests } from './platform/region/peer-call.ts';
import type { Services } from './platform/services.ts';

type Chores = Record<string, (services: Services) => Promise<void>>;

/** The chores of each run, in this order. */
export const CHORES = {
  'log partitions': keepLogPartitions,
  'partial writes': ({ storage }) => storage.tidy(),
  'download grants': tidyGrants,
  'silent files': announceSilentFiles,
  checksums: fillChecksums,
  'search words of orders': fillOrderWords,
  'old pictures': cleanOldPictures,
  uploads: tidyUploads,
  retention: keepRetention,
  agreements: announceAgreements,
  'account closings': finishClosings,
  deletions: tidyDeletions,
  'unfinished purges': purgeRemaining,
  'undo steps': tidyUndoSteps,
  identity: tidyIdentity,
  'second-step resets': finishStepResets,
  'email changes': tidyEmailChanges,
  appointments: planAppointments,
  deadlines: fileDeadlines,
  'appointments at risk': fileAppointments,
  inbox: tidyInbox,
  invitations: tidyInvitations,
  phone: tidyPhone,
  presence: tidyPresence,
  sharing: tidySharing,
  sheets: tidySheets,
  statements: tidyStatements,
  tickets: failLostTickets,
  'list exports': tidyExports,
  'data exports': tidyDataExports,
  handoffs: tidyHandoffs,
  devices: tidyDevices,
  'region requests': tidyRegionRequests,
  'address claims': tidyAddressClaims,
  'moves out': driveMoves,
  'moves in': resumeImports,
  'late log': takeLateLogs,
  'moved data': eraseMoves,
  statistics: storeDays,
  'missing light copies': queueMissingCopies,
  'light copies of people who moved here': queueLateCopies,
  'missing malware scans': queueMissingScans,
} satisfies Chores & Record<RemovingChore, unknown>;

/** Runs all chores. A failing one is logged, the others still run, and the next run retries it. */
export async function runChores(services: Services, chores: Chores = CHORES): Promise<void> {
  for (const [chore, run] of Object.entries(chores)) {
    try {
      await run(services);
    } catch (error) {
      services.log.error({ err: error, chore }, 'a housekeeping chore failed');
    }
  }
}
