import { LIMITS } from '@cusp/contract/limits';
import { PAGES } from '@cusp/contract/pages';
import type { StaffLab } from '@cusp/contract/staff-labs';
import { editLab, getStaffLab, LAB_LIMITS, registerLab } from '@cusp/contract/staff-labs.routes';
import { Button, Switch, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { ApiError } from '../../../client/api-error.ts';
import { useKeptInput } from '../../../client/session/kept-input.ts';
import { useCall, useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { OptionalLabel } from '../../../ui/OptionalLabel.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { SaveBar } from '../../../ui/SaveBar.tsx';
import { toastDone, toastError } from '../../../ui/toast.ts';
import { CountrySelect, type PictureChoice, PictureField } from '../../profile/profile.offers.tsx';
import classes from './labs.module.css';

/** Registration of a lab, or the edit of the one in the address. */
export default function LabScreen() {
  const { id } = useParams();
  return id === undefined ? <LabForm lab={null} /> : <LabEdit key={id} id={id} />;
}

function LabEdit({ id }: { id: string }) {
  const { t } = useTranslation('admin-labs');
  // Other users' changes do not appear while the person types; saving reports the conflict.
  const lab = useCall(getStaffLab, { params: { id } }, ['admin-labs', id], {
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (lab.data) return <LabForm lab={lab.data} onReload={async () => (await lab.refetch()).error} />;
  return (
    <div className={classes.page}>
      <PageHeader title={t('edit')} back={{ to: PAGES.admLabs, text: t('back') }} />
      {lab.error?.status === 404 ? (
        <EmptyState title={t('unknown')} />
      ) : lab.isError ? (
        <ErrorState error={lab.error} onRetry={() => void lab.refetch()} />
      ) : (
        <LoadingState rows={6} height={56} />
      )}
    </div>
  );
}

const TEXTS = [
  'name',
  'email',
  'company_name',
  'company_address',
  'contact_name',
  'contact_email',
  'contact_phone',
] as const;
type TextName = (typeof TEXTS)[number];
const MOST: Record<TextName, number> = {
  name: LAB_LIMITS.name,
  email: LIMITS.email,
  company_name: LAB_LIMITS.name,
  company_address: LIMITS.address,
  contact_name: LAB_LIMITS.name,
  contact_email: LIMITS.email,
  contact_phone: LIMITS.phone,
};

type Values = Record<TextName, string> & { country: string; is_active: boolean };

const valuesOf = (lab: StaffLab | null): Values => ({
  name: lab?.name ?? '',
  email: lab?.email ?? '',
  company_name: lab?.company_name ?? '',
  company_address: lab?.company_address ?? '',
  contact_name: lab?.contact_name ?? '',
  contact_email: lab?.contact_email ?? '',
  contact_phone: lab?.contact_phone ?? '',
  country: lab?.country ?? '',
  is_active: lab?.is_active ?? true,
});

function formOf(values: Values, logo: PictureChoice, version: string | undefined): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, String(value));
  if (version !== undefined) form.append('version', version);
  if (logo) form.append('lab_logo', logo === 'removed' ? '' : logo);
  return form;
}

interface Props {
  lab: StaffLab | null;
  /** Loads the lab again; resolves to the error if that failed. */
  onReload?(): Promise<ApiError | null>;
}

function LabForm({ lab, onReload }: Props) {
  const { t } = useTranslation('admin-labs');
  const { t: words } = useTranslation('errors');
  const navigate = useNavigate();
  const start = valuesOf(lab);
  // Only the edited fields: after a reload they are still there, beside the new values of the other fields.
  const [typed, setTyped] = useKeptInput<Partial<Values>>(`lab-${lab?.id ?? 'new'}`, () => ({}));
  const values: Values = { ...start, ...typed };
  const set = (change: Partial<Values>) => setTyped({ ...typed, ...change });
  const [logo, setLogo] = useState<PictureChoice>(null);
  const register = useSubmit(registerLab);
  const edit = useSubmit(editLab);
  const { isPending, isSuccess, error } = lab ? edit : register;
  const isChanged = logo !== null || JSON.stringify(values) !== JSON.stringify(start);
  const canSave =
    isChanged && [values.name, values.email, values.company_name, values.country].every(Boolean);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = formOf(values, logo, lab?.version);
    const onSuccess = () => {
      toastDone(t('saved'));
      void navigate(PAGES.admLabs);
    };
    if (lab) edit.mutate({ params: { id: lab.id }, body }, { onSuccess });
    else register.mutate({ body }, { onSuccess });
  };
  const reload = async (again: NonNullable<typeof onReload>) => {
    const failure = await again();
    if (failure) toastError(errorText(words, failure));
    else edit.reset();
  };
  const fieldError = (name: string): string | null => {
    if (!(error instanceof ApiError) || !error.issueOf(name)) return null;
    return error.code === 'invalid_input' ? (error.issueOf(name)?.message ?? null) : errorText(words, error);
  };
  const field = (name: TextName, label: ReactNode) => ({
    name,
    label,
    value: values[name],
    maxLength: MOST[name],
    error: fieldError(name),
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  });
  const isConflict = error instanceof ApiError && error.code === 'conflict';
  const problem = error && {
    title: t('failed'),
    text: isConflict
      ? error.changedBy
        ? t('changedBy', { name: error.changedBy })
        : t('changed')
      : errorText(words, error),
  };
  return (
    <div className={`${classes.page} ${classes.edit}`}>
      <PageHeader title={lab ? t('edit') : t('register')} back={{ to: PAGES.admLabs, text: t('back') }}>
        {isConflict && onReload && (
          <Button variant="default" onClick={() => void reload(onReload)}>
            {t('reload')}
          </Button>
        )}
      </PageHeader>
      <form className={classes.form} noValidate onSubmit={submit}>
        <PictureField
          name={values.company_name}
          current={lab?.lab_logo ?? null}
          choice={logo}
          onChoice={setLogo}
          error={fieldError('lab_logo')}
        />
        <div className={classes.pair}>
          <TextInput {...field('company_name', t('columns.company'))} required />
          <TextInput {...field('name', t('fields.name'))} required />
        </div>
        <TextInput
          {...field('email', t('fields.email'))}
          type="email"
          description={t('fields.emailHint')}
          required
        />
        <div className={classes.pair}>
          <CountrySelect
            label={t('columns.country')}
            value={values.country}
            onChange={(country) => set({ country })}
            error={fieldError('country')}
            required
          />
          <TextInput {...field('company_address', <OptionalLabel text={t('fields.company_address')} />)} />
        </div>
        <TextInput {...field('contact_name', <OptionalLabel text={t('fields.contact_name')} />)} />
        <div className={classes.pair}>
          <TextInput
            {...field('contact_email', <OptionalLabel text={t('fields.contact_email')} />)}
            type="email"
          />
          <TextInput
            {...field('contact_phone', <OptionalLabel text={t('fields.contact_phone')} />)}
            type="tel"
          />
        </div>
        <Switch
          label={t('fields.is_active')}
          description={t('fields.is_activeHint')}
          checked={values.is_active}
          onChange={(event) => set({ is_active: event.currentTarget.checked })}
        />
        <SaveBar
          save={t('save')}
          isChanged={isChanged && !isSuccess}
          canSave={canSave}
          busy={isPending}
          problem={problem || null}
          onCancel={() => {
            setTyped({});
            setLogo(null);
            // A colleague's change is still not shown.
            if (!isConflict) (lab ? edit : register).reset();
          }}
        />
      </form>
    </div>
  );
}
