import { haveSameTime, isZone, placeOfZone } from '@cusp/text/zones';
import { Select, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { localTimeZone, useMinute } from '../../../client/local-time.ts';
import { useFormat } from '../../../ui/format/use-format.ts';

interface Stored {
  calendar: { zone: string };
  has_zone: boolean;
  country_zones: readonly string[];
  may_change: boolean;
}

/**
 * The initial zone of the form. If the practice chose none, it is that of the browser, unless the browser is outside
 * the country of the practice.
 */
export function proposedZone({ calendar, has_zone, country_zones, may_change }: Stored): string {
  const local = localTimeZone();
  if (has_zone || !may_change) return calendar.zone;
  return country_zones.length === 0 || country_zones.includes(local) ? local : calendar.zone;
}

interface WorkZoneProps {
  ids: { id: string; 'aria-describedby': string | undefined };
  stored: Stored;
  zone: string;
  onChange(zone: string): void;
}

/** The time zone in which the days of the practice begin. */
export function WorkZone({ ids, stored, zone, onChange }: WorkZoneProps) {
  const { t } = useTranslation('settings');
  const { clock } = useFormat();
  const now = useMinute();
  const { country_zones, calendar } = stored;
  const data = useMemo(() => {
    const near = country_zones.includes(zone) ? country_zones : [zone, ...country_zones];
    const others = Intl.supportedValuesOf('timeZone').filter((each) => !near.includes(each));
    const choices = (zones: readonly string[]) =>
      zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }));
    return [
      { group: t('work.zone.near'), items: choices(near) },
      { group: t('work.zone.others'), items: choices(others) },
    ];
  }, [country_zones, zone, t]);
  const isProposal = zone !== calendar.zone && zone === proposedZone(stored);
  return (
    <div>
      <Select
        {...ids}
        aria-label={t('work.zone.label')}
        data={data}
        value={zone}
        onChange={(chosen) => onChange(chosen ?? zone)}
        searchable
        allowDeselect={false}
        selectFirstOptionOnChange
        maxDropdownHeight={280}
        nothingFoundMessage={t('work.zone.none')}
        maw={320}
      />
      {isZone(zone) && !haveSameTime(zone, localTimeZone(), now) && (
        <Text size="sm" mt={6}>
          {t('work.zone.clock', { place: placeOfZone(zone), time: clock(now.toISOString(), zone) })}
        </Text>
      )}
      {isProposal && (
        <Text size="sm" mt={6}>
          {t('work.zone.proposed', { place: placeOfZone(calendar.zone) })}
        </Text>
      )}
    </div>
  );
}
