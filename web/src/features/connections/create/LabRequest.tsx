import type { DentalLab } from '@cusp/contract/connections';
import { listLabs, requestLabConnection } from '@cusp/contract/connections.routes';
import { Alert, Select, Stack, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useSubmit } from '../../../client/use-call.ts';
import { IconLab } from '../../../dental-ui/icons.tsx';
import { DottedLine } from '../../../ui/DottedLine.tsx';
import { FormButtons } from '../../../ui/dialogs/FormButtons.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { useMessages } from '../../invitations/invitations.offers.tsx';
import { useConnections } from '../use-connections.ts';
import { countriesOf, filterLabs, isLongName, type LabState, labStates, labsIn } from './lab-filter.ts';
import classes from './lab-picker.module.css';

interface Props {
  onSent(email: string, detail: string | undefined): void;
  onCancel(): void;
}

/** A request to a lab picked from the list. */
export function LabRequest({ onSent, onCancel }: Props) {
  const { t, i18n } = useTranslation(['connections', 'common']);
  const messages = useMessages('connections');
  const [search, setSearch] = useState('');
  const [country, setCountry] = useState<string | null>(null);
  const [picked, setPicked] = useState<DentalLab | null>(null);
  const labs = useCall(listLabs, {}, ['connections', 'labs']);
  const own = useConnections('');
  const change = useSubmit(requestLabConnection);

  const all = labsIn(i18n.language, labs.data?.dental_labs ?? []);
  const shown = filterLabs(all, search, country);
  const stateOf = labStates(own.data?.connections);
  const isReady = picked !== null && stateOf(picked) === 'free' && own.isSuccess;

  function send(event: FormEvent): void {
    event.preventDefault();
    if (!picked || !isReady) return;
    change.mutate(
      { params: { labId: picked.id } },
      { onSuccess: ({ detail }) => onSent(picked.email, detail) },
    );
  }

  const failed = [labs, own].find(({ isError, data }) => isError && !data);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!labs.data) return <LoadingState rows={4} height={64} />;
  return (
    <form onSubmit={send}>
      <Stack gap="sm">
        <div className={classes.filters}>
          <TextInput
            aria-label={t('createDialog.searchLabs')}
            placeholder={t('createDialog.searchLabs')}
            leftSection={<IconSearch size={16} />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            data-autofocus
          />
          <Select
            aria-label={t('createDialog.country')}
            placeholder={t('createDialog.allCountries')}
            data={countriesOf(all, i18n.language)}
            value={country}
            onChange={setCountry}
            searchable
            clearable
          />
        </div>
        {shown.length === 0 ? (
          <EmptyState
            icon={<IconLab size={22} />}
            title={t(all.length === 0 ? 'createDialog.noLabs' : 'createDialog.noLabFound')}
          />
        ) : (
          <div className={classes.labs} role="radiogroup" aria-label={t('createDialog.selectPartner')}>
            {shown.map((lab) => (
              <LabOption
                key={lab.id}
                lab={lab}
                state={stateOf(lab)}
                isPicked={picked?.id === lab.id}
                onPick={() => setPicked(lab)}
              />
            ))}
          </div>
        )}
        {change.isError && (
          <Alert color="red" title={t('common:error')} role="alert">
            {messages.refusal(change.error)}
          </Alert>
        )}
        <FormButtons
          submit={t('createDialog.submit')}
          isSending={change.isPending}
          disabled={!isReady}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

interface LabOptionProps {
  lab: DentalLab;
  state: LabState;
  isPicked: boolean;
  onPick(): void;
}

/** One lab in the list of options. */
function LabOption({ lab, state, isPicked, onPick }: LabOptionProps) {
  const { t } = useTranslation('connections');
  const contact = [lab.contact_name, lab.contact_email, lab.contact_phone].filter(Boolean);
  const isPerson = lab.name !== lab.company_name && lab.name !== lab.contact_name;
  const place = [lab.company_address, lab.country_name].filter(Boolean).join(', ');
  return (
    <label
      className={classes.lab}
      data-picked={isPicked || undefined}
      data-taken={state !== 'free' || undefined}
    >
      <input
        type="radio"
        name="lab"
        className={classes.radio}
        checked={isPicked}
        disabled={state !== 'free'}
        onChange={onPick}
      />
      {lab.lab_logo ? (
        <img className={classes.logo} src={lab.lab_logo} alt="" />
      ) : (
        <PersonAvatar name={lab.company_name} size={40} />
      )}
      <span className={classes.facts}>
        <span className={classes.company} data-long={isLongName(lab.company_name) || undefined}>
          {lab.company_name}
        </span>
        {isPerson && <span>{lab.name}</span>}
        <span className={classes.quiet}>{place}</span>
        {contact.length > 0 && (
          <span className={classes.quiet}>
            <DottedLine facts={contact} />
          </span>
        )}
      </span>
      {state !== 'free' && (
        <StateBadge color="gray" className={classes.state}>
          {t(`createDialog.${state}`)}
        </StateBadge>
      )}
    </label>
  );
}
