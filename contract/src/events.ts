/** Sent instead of a replay when the gap is too old: everything may be stale. */
export const RESYNC = 'resync';
/** Tells those who look at a case that somebody came, left or types. Not kept: it has no id and no replay. */
export const PRESENCE = 'case_presence';
/** Sent once when the session behind a stream has ended; the stream closes after it. */
export const SESSION_ENDED = 'session_ended';

export const STREAM_RETRY_MS = 3000;
/** How long a tab remembers the ids of its own actions. */
export const ACTION_ID_KEPT_MS = 300_000;

/** A page that has been open for longer without a stream asks for everything again. */
export const STREAM_SINCE_MAX_S = 60;
