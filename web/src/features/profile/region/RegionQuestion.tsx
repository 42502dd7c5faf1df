import { PAGES } from '@cusp/contract/pages';
import { editProfile, getProfile } from '@cusp/contract/profile.routes';
import { Button, Group, Input, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { writePersonal } from '../../../client/personal-storage.ts';
import { updateUser, useUser } from '../../../client/session/session-store.ts';
import { useCall, useChange } from '../../../client/use-call.ts';
import { useSingleFlight } from '../../../client/use-single-flight.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { isRunning, MoveBar, useMove } from '../../region-move/region-move.offers.ts';
import { CountrySelect } from '../fields/PracticeFields.tsx';
import { missingIn, profileForm, valuesOf } from '../form/profile-values.ts';
import { SHOWN_IN, useRegionAgreement } from '../form/use-save-profile.ts';
import { LATER, sessionId } from './region.offers.ts';

/** The question for one's data region; during a move, its progress. */
export default function RegionDialog() {
  const { data_moving: isMoving } = useUser().settings;
  return isMoving ? <MoveUnderWay /> : <RegionQuestion />;
}

function MoveUnderWay() {
  const { t } = useTranslation('profile');
  const { t: common } = useTranslation('common');
  const [opened, setOpened] = useState(true);
  const move = useMove().data?.move;
  const close = () => setOpened(false);
  if (!isRunning(move)) return null;
  return (
    <CuspModal opened={opened} onClose={close} title={t('region.title')}>
      <Stack gap="md">
        <MoveBar move={move} />
        <Group justify="flex-end">
          <Button onClick={close} data-autofocus>
            {common('ok')}
          </Button>
        </Group>
      </Stack>
    </CuspModal>
  );
}

/**
 * Asks people whose data region is not fixed for their country, which then fixes the region; once in each session until
 * they choose. If the country's data is kept in the other region, the data has to move: the page of the data region
 * explains that.
 */
function RegionQuestion() {
  const { t } = useTranslation('profile');
  const { t: errors } = useTranslation('errors');
  const { data: profile, error: unloaded } = useCall(getProfile, {}, ['user', 'profile']);
  const save = useChange(editProfile, { stale: SHOWN_IN });
  const region = useRegionAgreement();
  const navigate = useNavigate();
  const once = useSingleFlight();
  const [opened, setOpened] = useState(true);
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const country = chosen ?? profile?.country ?? '';

  function later(): void {
    writePersonal(LATER, sessionId());
    setOpened(false);
  }
  async function select(): Promise<void> {
    if (!profile) return;
    setProblem(null);
    if (region.needsMove(country)) {
      setOpened(false);
      writePersonal(LATER, sessionId());
      return navigate(`${PAGES.dataRegion}?country=${country}`);
    }
    const values = { ...valuesOf(profile), country };
    const isSocial = profile.social_provider !== null;
    if (missingIn(values, isSocial).length > 0) {
      later();
      return navigate(PAGES.profile);
    }
    if (!(await region.confirmed(country))) return;
    try {
      const hasPicture = profile.picture !== null;
      const saved = await save.mutateAsync({
        body: profileForm(values, { isSocial, picture: null, hasPicture }),
      });
      setOpened(false);
      updateUser(saved.user);
    } catch (error) {
      setProblem(errorText(errors, error));
    }
  }

  return (
    <CuspModal opened={opened} onClose={later} closeOnClickOutside={false} title={t('region.title')}>
      <Stack gap="md">
        <div>{t('region.info')}</div>
        <CountrySelect value={country} onChange={setChosen} disabled={!profile} />
        {(problem ?? unloaded) && (
          <Input.Error role="alert">{problem ?? errorText(errors, unloaded)}</Input.Error>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={later}>
            {t('region.later')}
          </Button>
          <Button
            disabled={country === ''}
            loading={save.isPending}
            onClick={() => void once(select)}
            data-autofocus
          >
            {t('region.now')}
          </Button>
        </Group>
      </Stack>
    </CuspModal>
  );
}
