import type { PersonSession } from '@cusp/contract/security';
import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/use-format.ts';
import { countryName } from '../../profile/profile.offers.tsx';
import { Entry } from '../Entry.tsx';
import { useTexts } from '../use-texts.ts';

const ICONS = {
  desktop: IconDeviceDesktop,
  mobile: IconDeviceMobile,
  tablet: IconDeviceTablet,
  unknown: IconDeviceDesktop,
} as const;

interface Props {
  session: PersonSession;
  /** Missing while it is not known how the person can prove themselves. */
  onEnd: (() => void) | undefined;
}

/** Browser and system; '' where neither is known. */
export const deviceName = ({ browser, system }: PersonSession): string =>
  [browser, system].filter(Boolean).join(' · ');

/** One session: browser and system, where from, since when, last use. */
export function SessionEntry({ session, onEnd }: Props) {
  const { t } = useTexts();
  const { i18n } = useTranslation();
  const format = useFormat();
  const name = deviceName(session) || t('sessions.unknown');
  const place = session.country
    ? `${countryName(session.country, i18n.language)} (${session.ip})`
    : session.ip;
  const times = t('sessions.times', {
    since: format.dateTime(session.created_at),
    used: format.dateTime(session.last_used_at),
  });
  return (
    <Entry
      icon={ICONS[session.kind]}
      name={name}
      mark={session.current ? t('sessions.current') : undefined}
      lines={[place, times]}
    >
      {!session.current && onEnd && (
        <Button size="xs" variant="default" aria-label={t('sessions.endOne', { name })} onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </Entry>
  );
}
