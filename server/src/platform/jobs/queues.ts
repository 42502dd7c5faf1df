import type { MailRequest } from '../mail/mail-request.ts';

/** All queues with the payloads of their jobs. Payloads hold ids and codes; a mail is rendered when it is sent. */
export interface JobData {
  mail: MailRequest;
  'delete-bytes': { key: string };
  /** One mail to one person about recent comments on one case; `since` is the time of the first. */
  'comment-mail': { caseId: number; userId: number; kind: 'mention' | 'added' | 'edited'; since: string };
  /**
   * One mail to one person about recent changes of one case; `since` is the id of the first event that the mail is
   * about.
   */
  'edited-mail': { caseId: number; userId: number; since?: number };
  /** Adds an event to the inboxes of the people whom it concerns. */
  notices: { eventId: number };
  /** Adds a job for each browser of a person that is notified of a notice. */
  push: { userId: number; noticeId: number };
  /** Notifies a browser of a person of a notice. */
  'push-browser': { userId: number; noticeId: number; browserId: number };
  /** Removes the text of a deleted comment once that can no longer be undone. */
  'blank-comment': { commentId: number };
  /** One mail to one person about a case that was sent to them. */
  'published-mail': { caseId: number; userId: number };
  /** Makes a deletion of cases final once it can no longer be undone. */
  'finish-deletion': { deletionId: number };
  /** Removes all personal data of a case that no side has a copy of any more. */
  'purge-case': { caseId: number };
  /**
   * A person joined a group; `horizon` is the transaction id after which no concurrent write can have missed it, once
   * known.
   */
  'group-settled': { groupId: number; memberId: number; horizon: string | null; since: number };
  'light-copy': { fileId: number };
  'malware-scan': { fileId: number };
  /** A file on which the scanner ran out of time. */
  'malware-scan-slow': { fileId: number };
  'file-checksums': Record<string, never>;
  /** The mail of a ticket, which notes how its delivery ended. */
  'ticket-mail': { ticketId: number };
  /** The file of a long list. */
  'list-export': { exportId: number };
  /** The zip of an export of a practice, a patient or a case. */
  'data-export': { exportId: number };
  /** Asks the other region to begin, or lifts the freeze `freezeNo` if nothing is heard of it. */
  'region-move': { moveId: string; freezeNo?: number };
  /** Notifies the other region that the home sessions of visits there have ended. */
  'end-visits': { sessions: string[] };
  /**
   * Notifies the other region of the members of a practice through whose group guests see cases there; one job for all
   * of its changes.
   */
  'practice-changed': { people: number[] };
  /** Asks the other region whether it stores a person or their colleagues, and if so sends it their changes. */
  'guest-changed': { userId: number };
  /**
   * `practice-changed` as the previous release enqueues it: without a key, so that each change needs a job of its own.
   */
  'circles-changed': { people: number[] };
  /** Continues copying people who move here. */
  'region-import': { moveId: string };
  housekeeping: Record<string, never>;
}

export type JobName = keyof JobData;

export interface QueueOptions {
  retryLimit: number;
  retryBackoff: boolean;
  /** Shortest pause between two attempts, in seconds; a second by default. */
  retryDelay?: number;
  /** Longest pause between two attempts, in seconds. */
  retryDelayMax?: number;
  expireInSeconds: number;
  /** How long a finished job is kept; a week by default. */
  deleteAfterSeconds?: number;
  /**
   * `short`: while a job with the same `singletonKey` waits, another one is dropped. `stately`: additionally at most
   * one waits for a retry, and only one at a time runs.
   */
  policy?: 'short' | 'stately';
}

/** Outlasts an outage of the other region, because nothing else informs it of a new address or a closed account. */
const FOR_TWO_WEEKS = { retryLimit: 1400, retryBackoff: true, retryDelayMax: 900, expireInSeconds: 60 };

export const QUEUES: Record<JobName, QueueOptions> = {
  // Its links open accounts and cases.
  mail: { retryLimit: 8, retryBackoff: true, expireInSeconds: 60, deleteAfterSeconds: 3600 },
  // Retries for two weeks while the store fails, because afterwards nothing refers to the bytes any more.
  'delete-bytes': { retryLimit: 1400, retryBackoff: true, retryDelayMax: 900, expireInSeconds: 60 },
  'comment-mail': { retryLimit: 8, retryBackoff: true, expireInSeconds: 60, policy: 'short' },
  'edited-mail': { retryLimit: 8, retryBackoff: true, expireInSeconds: 60, policy: 'short' },
  notices: { retryLimit: 8, retryBackoff: true, expireInSeconds: 60, deleteAfterSeconds: 3600 },
  push: { retryLimit: 9, retryBackoff: true, expireInSeconds: 60, deleteAfterSeconds: 3600 },
  // Retries for about a quarter of an hour; later the notification would be stale.
  'push-browser': { retryLimit: 9, retryBackoff: true, expireInSeconds: 60, deleteAfterSeconds: 3600 },
  'blank-comment': { retryLimit: 8, retryBackoff: true, expireInSeconds: 60 },
  'published-mail': { retryLimit: 8, retryBackoff: true, expireInSeconds: 60, policy: 'short' },
  'finish-deletion': { retryLimit: 8, retryBackoff: true, expireInSeconds: 300 },
  // Housekeeping continues what the retries did not finish.
  'purge-case': { retryLimit: 8, retryBackoff: true, expireInSeconds: 600, policy: 'short' },
  'group-settled': { retryLimit: 8, retryBackoff: true, expireInSeconds: 60 },
  'light-copy': { retryLimit: 4, retryBackoff: true, expireInSeconds: 300, policy: 'short' },
  'malware-scan': { retryLimit: 8, retryBackoff: true, expireInSeconds: 900, policy: 'short' },
  // Retries for one to two days, after which housekeeping begins again.
  'malware-scan-slow': {
    retryLimit: 14,
    retryBackoff: true,
    retryDelay: 120,
    retryDelayMax: 6 * 3600,
    expireInSeconds: 900,
    policy: 'short',
  },
  'file-checksums': { retryLimit: 1, retryBackoff: false, expireInSeconds: 600, policy: 'short' },
  'ticket-mail': { retryLimit: 8, retryBackoff: true, expireInSeconds: 60 },
  'list-export': { retryLimit: 2, retryBackoff: false, expireInSeconds: 1800 },
  // Hundreds of gigabytes take hours.
  'data-export': { retryLimit: 2, retryBackoff: true, expireInSeconds: 12 * 3600 },
  'region-move': { retryLimit: 8, retryBackoff: true, expireInSeconds: 60 },
  'end-visits': { retryLimit: 8, retryBackoff: true, expireInSeconds: 60 },
  'practice-changed': { ...FOR_TWO_WEEKS, policy: 'stately' },
  'guest-changed': { ...FOR_TWO_WEEKS, policy: 'stately' },
  'circles-changed': FOR_TWO_WEEKS,
  'region-import': { retryLimit: 8, retryBackoff: true, expireInSeconds: 300, policy: 'short' },
  housekeeping: { retryLimit: 1, retryBackoff: false, expireInSeconds: 600 },
};
