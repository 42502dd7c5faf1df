/** Sent instead of a replay when the gap is too old: everything may be out of date. */
export const RESYNC = 'resync';
/**
 * Notifies the people viewing a case that another user opened it, left it or is typing. Not stored: no id, no replay.
 */
export const PRESENCE = 'case_presence';
/** Sent once when the session of a stream has ended; then the stream closes. */
export const SESSION_ENDED = 'session_ended';

export const STREAM_RETRY_MS = 3000;
/** How long a tab remembers the ids of its own actions, in milliseconds. */
export const ACTION_ID_KEPT_MS = 300_000;

/** A page that was open without a stream for longer reloads everything. */
export const MAX_STREAM_SINCE_S = 60;
