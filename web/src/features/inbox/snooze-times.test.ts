import { afterEach, expect, test } from 'vitest';
import { endOfPause } from './snooze-times.ts';

const zone = process.env.TZ;
afterEach(() => {
  process.env.TZ = zone;
});

test.each([
  // Clocks go back in the night to 25 October 2026, and forward in the night to 28 March 2027.
  ['Europe/Berlin', '2026-10-24T18:00:00Z', '2026-10-25T07:00:00.000Z', '2026-10-26T07:00:00.000Z'],
  ['Europe/Berlin', '2027-03-27T18:00:00Z', '2027-03-28T06:00:00.000Z', '2027-03-29T06:00:00.000Z'],
  // There they go back on 1 November 2026, and forward on 14 March 2027.
  ['America/New_York', '2026-10-31T18:00:00Z', '2026-11-01T13:00:00.000Z', '2026-11-02T13:00:00.000Z'],
  ['America/New_York', '2027-03-13T18:00:00Z', '2027-03-14T12:00:00.000Z', '2027-03-15T12:00:00.000Z'],
  ['America/Sao_Paulo', '2026-11-23T15:00:00Z', '2026-11-24T11:00:00.000Z', '2026-11-30T11:00:00.000Z'],
  // A Tuesday in Seoul, still Monday in UTC.
  ['Asia/Seoul', '2026-11-23T20:00:00Z', '2026-11-24T23:00:00.000Z', '2026-11-29T23:00:00.000Z'],
])(
  'a pause in %s ends at eight in the morning there, also after a clock change',
  (tz, now, tomorrow, monday) => {
    process.env.TZ = tz;
    const at = new Date(now);
    expect([endOfPause('tomorrow', at), endOfPause('nextWeek', at)].map((end) => end.toISOString())).toEqual([
      tomorrow,
      monday,
    ]);
    expect(endOfPause('later', at).getTime() - at.getTime()).toBe(3 * 3_600_000);
  },
);
