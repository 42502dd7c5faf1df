import type { ReplyFrom } from '@cusp/contract/endpoints';
import { planMove, startMove } from '@cusp/contract/region-move.routes';
import { regionOfCountry } from '@cusp/contract/storage-region';
import { Alert, Button, Checkbox, Input } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { appInfo } from '../../brand/app-info.ts';
import type { ApiError } from '../../client/api-error.ts';
import { useCall, useChange } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { TitledCard } from '../../ui/TitledCard.tsx';
import { CountrySelect } from '../profile/profile.offers.tsx';
import { OwnProofDialog } from '../security/security.offers.tsx';
import classes from './region-move.module.css';

type Plan = ReplyFrom<typeof planMove>;

/** Asks for the country, and shows the effects of a move there before it begins. */
export function MovePlan() {
  // The question for one's region links here with the country.
  const [params] = useSearchParams();
  const [country, setCountry] = useState(params.get('country') ?? '');
  const isElsewhere = country !== '' && regionOfCountry(country) !== appInfo().server_loc;
  return (
    <>
      <div className={classes.country}>
        <CountrySelect value={country} onChange={setCountry} />
      </div>
      {country !== '' && !isElsewhere && <SameRegion />}
      {isElsewhere && <PlanFor key={country} country={country} />}
    </>
  );
}

function SameRegion() {
  const { t } = useTranslation('errors');
  return <Alert color="gray">{t('move_same_region')}</Alert>;
}

function PlanFor({ country }: { country: string }) {
  const { data, error, refetch } = useCall(
    planMove,
    { query: { country } },
    ['region-move', 'plan', country],
    { staleTime: 0 },
  );
  // A failed refetch keeps the plan, and with it the dialog that asks for the proof.
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState rows={4} />;
  return (
    <>
      <PlanText plan={data} />
      <Begin plan={data} country={country} onRefused={() => void refetch()} />
    </>
  );
}

function PlanText({ plan }: { plan: Plan }) {
  const { t } = useTranslation('region-move');
  const { t: common } = useTranslation('common');
  const format = useFormat();
  const { moves, people, partners, stays, passkeys, old_codes: oldCodes, invitations } = plan;
  const namesOf = (some: Plan['people']) => some.map(({ name }) => name).join(', ');
  return (
    <>
      <TitledCard title={t('moves', { region: common(`regions.${plan.to}`) })}>
        <ul className={classes.list}>
          <li>{t('accounts', { count: people.length })}</li>
          {moves.cases > 0 && <li>{t('cases', { count: moves.cases })}</li>}
          {moves.drafts > 0 && <li>{t('drafts', { count: moves.drafts })}</li>}
          {moves.files > 0 && <li>{t('files', { count: moves.files, size: format.size(moves.bytes) })}</li>}
          {moves.cases + moves.drafts + moves.files === 0 && <li>{t('noCases')}</li>}
        </ul>
        {people.length > 1 && <p>{t('people', { names: namesOf(people) })}</p>}
      </TitledCard>
      <TitledCard title={t('stays')}>
        {stays.cases > 0 && (
          <p>
            {t('received', { count: stays.cases })} {t('guest')}
          </p>
        )}
        {stays.cases + partners.length === 0 && <p>{t('receivedNone')}</p>}
        {partners.length > 0 && (
          <div>
            <p>{t('partners')}</p>
            <ul className={classes.list}>
              {partners.map(({ id, name, institution }) => (
                <li key={id}>{institution ? `${institution}, ${name}` : name}</li>
              ))}
            </ul>
          </div>
        )}
      </TitledCard>
      {passkeys + oldCodes.length + invitations > 0 && (
        <TitledCard title={t('again')}>
          {passkeys > 0 && <p>{t('passkeys', { count: passkeys })}</p>}
          {oldCodes.length > 0 && <p>{t('oldCodes', { names: namesOf(oldCodes) })}</p>}
          {invitations > 0 && <p>{t('invitations', { count: invitations })}</p>}
        </TitledCard>
      )}
    </>
  );
}

function Files({ files }: { files: Plan['lost_files'] }) {
  return (
    <ul className={classes.list}>
      {files.map(({ case_no: no, filename }) => (
        <li key={`${no} ${filename}`}>
          {no}: {filename}
        </li>
      ))}
    </ul>
  );
}

/**
 * Whether a refusal is about the data, and not about the proof of identity: it is shown with the plan, which is out of
 * date.
 */
const isAboutMove = ({ code }: ApiError) => code === 'conflict' || code?.startsWith('move_');

/** The reasons that prevent the move, or the agreement and the button. */
function Begin({ plan, country, onRefused }: { plan: Plan; country: string; onRefused(): void }) {
  const { t } = useTranslation('region-move');
  const { t: errors } = useTranslation('errors');
  const { t: common } = useTranslation('common');
  const [agrees, setAgrees] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const start = useChange(startMove, {
    onError: (error) => {
      if (!isAboutMove(error)) return;
      setAsking(false);
      setRefusal(error);
      onRefused();
    },
  });
  if (plan.problems.length > 0)
    return (
      <Alert color="red" role="alert">
        <ul className={classes.list}>
          {plan.problems.map((problem) => (
            <li key={problem}>
              {problem === 'lost_files' ? t('lost') : errors(`move_${problem}`)}
              {problem === 'lost_files' && <Files files={plan.lost_files} />}
              {problem === 'uploads' && <Files files={plan.uploads} />}
            </li>
          ))}
        </ul>
      </Alert>
    );
  return (
    <div className={classes.begin}>
      <p>{t('minutes', { count: plan.minutes })}</p>
      <p>{t('unsent')}</p>
      <p>{t('after')}</p>
      <Checkbox
        label={t('agree')}
        checked={agrees}
        onChange={(event) => setAgrees(event.currentTarget.checked)}
      />
      <Button disabled={!agrees} onClick={() => setAsking(true)} className={classes.start}>
        {t('start')}
      </Button>
      {refusal && <Input.Error role="alert">{errorText(errors, refusal)}</Input.Error>}
      {isAsking && (
        <OwnProofDialog
          title={t('start')}
          text={t('proof', { region: common(`regions.${plan.to}`) })}
          submit={t('start')}
          onClose={() => setAsking(false)}
          act={async (proof) => {
            await start.mutateAsync({ body: { country, ...proof } });
          }}
        />
      )}
    </div>
  );
}
