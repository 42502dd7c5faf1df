import { PAGES } from '@cusp/contract/pages';
import type { Profile } from '@cusp/contract/profile';
import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SaveBar } from '../../../ui/SaveBar.tsx';
import { TitledCard } from '../../../ui/TitledCard.tsx';
import { useLatest } from '../../../ui/use-latest.ts';
import { PracticeFields } from '../fields/PracticeFields.tsx';
import { useFieldChecks } from '../fields/use-field-checks.ts';
import { usePhoneVerification } from '../phone/use-phone-verification.ts';
import type { PictureChoice } from '../picture/PictureField.tsx';
import { PersonFields } from './PersonFields.tsx';
import classes from './profile-form.module.css';
import { type ProfileField, type ProfileValues, valuesOf } from './profile-values.ts';
import { useSaveProfile } from './use-save-profile.ts';

interface Props {
  profile: Profile;
  /** Reloads from the server; undefined if that fails. */
  reload(): Promise<Profile | undefined>;
}

export function ProfileForm({ profile, reload }: Props) {
  const { t } = useTranslation('profile');
  const form = useForm<ProfileValues>({ initialValues: valuesOf(profile) });
  const check = useFieldChecks('profile', form);
  const phone = usePhoneVerification({
    saved: { phone: profile.phone, verified: profile.phone_verified },
  });
  const [picture, setPicture] = useState<PictureChoice>(null);
  const latestPicture = useLatest(() => picture);

  const isChanged = form.isDirty() || picture !== null || phone.locked;
  function take(values: ProfileValues): void {
    form.setInitialValues(values);
    form.setValues(values);
  }
  const known = useRef(profile);
  useEffect(() => {
    // Takes over changes saved by another tab, unless the form was edited here.
    if (known.current !== profile && !isChanged) take(valuesOf(profile));
    known.current = profile;
  });
  async function onSaved(sent: ProfileValues, sentPicture: PictureChoice): Promise<boolean> {
    const loaded = await reload();
    const saved = loaded ? valuesOf(loaded) : sent;
    // Text typed during the save stays.
    const now = form.getValues();
    const typed = (Object.keys(sent) as ProfileField[]).filter((name) => now[name] !== sent[name]);
    form.setInitialValues(saved);
    form.setValues({ ...saved, ...Object.fromEntries(typed.map((name) => [name, now[name]])) });
    const isOtherPicture = latestPicture() !== sentPicture;
    if (!isOtherPicture) setPicture(null);
    if (!typed.includes('phone')) phone.forget();
    return typed.length > 0 || isOtherPicture;
  }
  const { submit, busy, trouble, clearTrouble, fixesRegion } = useSaveProfile({
    profile,
    form,
    phone,
    onSaved,
  });

  const field = (name: ProfileField) => ({
    name,
    ...form.getInputProps(name),
    value: form.values[name],
    onBlur: () => {
      if (form.isDirty(name)) void check(name);
    },
  });
  function cancel(): void {
    form.reset();
    form.clearErrors();
    setPicture(null);
    phone.forget();
    clearTrouble();
  }
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void submit(picture);
  };
  return (
    <form noValidate onSubmit={onSubmit}>
      <div className={classes.cards}>
        <TitledCard title={t('person')}>
          <PersonFields
            profile={profile}
            field={field}
            picture={picture}
            onPicture={setPicture}
            pictureError={trouble?.picture}
          />
        </TitledCard>
        <TitledCard title={t('practice')}>
          <PracticeFields roleLock={profile.role_locked} field={field} phone={phone} />
        </TitledCard>
        {profile.social_provider === null && (
          <TitledCard title={t('security')}>
            <div>
              <Button component={Link} to={PAGES.changePassword} variant="default">
                {t('changePassword')}
              </Button>
            </div>
          </TitledCard>
        )}
      </div>
      <SaveBar
        save={t('save')}
        isChanged={isChanged}
        canSave={isChanged || fixesRegion(form.values.country)}
        busy={busy}
        problem={trouble}
        onCancel={cancel}
      />
    </form>
  );
}
