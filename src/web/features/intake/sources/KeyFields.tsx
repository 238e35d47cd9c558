import { UploadOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useId, useRef } from 'react';
import type { CallData } from '#contract/index.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';

/** A counterpart that a source can be connected to. */
export type Profile = CallData<'sourceProfiles'>[number];
type Field = Profile['credentials'][number];

/** Largest file that is read as a certificate, in bytes. */
const maxBytes = 60_000;

/** A certificate file as text: PEM as it is, PFX in base64. */
async function readCertificateFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  if (text.includes('-----BEGIN')) return text;
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

type FieldProps = { field: Field; value: string; isStored: boolean; onChange: (value: string) => void };

function CertificateInput({ id, value, isStored, onChange }: Omit<FieldProps, 'field'> & { id: string }) {
  const t = useT();
  const picker = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > maxBytes) toast.warn(t('sources.fileTooLarge'));
    else onChange(await readCertificateFile(file));
  };
  return (
    <>
      <Button icon={<UploadOutlined />} size="small" onClick={() => picker.current?.click()}>
        {t('sources.chooseFile')}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".pfx,.p12,.pem,.crt,.key"
        aria-label={t('sources.chooseFile')}
        onChange={(event) => void take(event.target.files?.[0])}
      />
      <Input.TextArea
        id={id}
        rows={3}
        value={value}
        autoComplete="off"
        spellCheck={false}
        placeholder={isStored ? t('sources.storedKey') : t('sources.pastePem')}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  );
}

function KeyField({ field, value, isStored, onChange }: FieldProps) {
  const lang = useLang();
  const t = useT();
  const id = useId();
  const isCertificate = field.certificatePassword !== null;
  const Plain = field.secret ? Input.Password : Input;
  return (
    <div className="pt-source-field">
      <label htmlFor={id}>
        {field.label[lang]}
        {!field.required && <span className="pt-muted"> {t('sources.optional')}</span>}
      </label>
      {isCertificate ? (
        <CertificateInput id={id} value={value} isStored={isStored} onChange={onChange} />
      ) : (
        <Plain
          id={id}
          value={value}
          autoComplete="new-password"
          spellCheck={false}
          placeholder={isStored ? t('sources.storedKey') : undefined}
          aria-describedby={`${id}-help`}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      <p id={`${id}-help`} className="pt-muted">
        {field.help[lang]}
      </p>
    </div>
  );
}

type Props = {
  profile: Profile;
  values: Readonly<Record<string, string>>;
  /** Fields that have a stored value: left empty, it stays. */
  stored: readonly string[];
  onChange: (values: Record<string, string>) => void;
};

/** The keys that a counterpart asks for, each with where it is found. */
export function KeyFields({ profile, values, stored, onChange }: Props) {
  return profile.credentials.map((field) => (
    <KeyField
      key={field.name}
      field={field}
      value={values[field.name] ?? ''}
      isStored={stored.includes(field.name)}
      onChange={(value) => onChange({ ...values, [field.name]: value })}
    />
  ));
}

/** What is sent: only fields with a value, so that stored ones stay as they are. */
export const givenValues = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
