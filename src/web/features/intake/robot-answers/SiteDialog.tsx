import { useQueryClient } from '@tanstack/react-query';
import { Checkbox, Form, Input, InputNumber } from 'antd';
import { isContact } from '#shared/text/contact.ts';
import { callFull } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import type { CallData } from '#contract/index.ts';

/** The site of a carrier that robots collect from. */
export type Site = CallData<'rpaSites'>['sites'][number];

type Values = { contact: string; pauseSeconds: number; agreed: boolean };

type Props = {
  site: Site | undefined;
  /** What other sites were given: mostly it is the same. */
  usedContact: string | null;
  open: boolean;
  onClose: () => void;
};

/** Confirms that the terms of a site allow robots, with the address that they give and their pause. */
export function SiteDialog({ site, usedContact, open, onClose }: Props) {
  const t = useT();
  const client = useQueryClient();
  const [form] = Form.useForm<Values>();
  const agreed = Form.useWatch('agreed', form) === true;
  const carrier = site?.carrierName ?? site?.carrierCode ?? '';
  const save = async (): Promise<void> => {
    if (site === undefined) return;
    const { contact, pauseSeconds } = await form.validateFields();
    try {
      const { msg } = await callFull('rpaSiteConfirm', { carrierCode: site.carrierCode, contact, pauseSeconds });
      toast.success(msg);
      onClose();
    } catch (error) {
      toast.failure(error, t('robotAnswers.sites.failed'));
    }
    await client.invalidateQueries({ queryKey: ['rpaSites'] });
  };
  return (
    <AppDialog
      title={t('robotAnswers.sites.confirmTitle', { carrier })}
      open={open}
      width={560}
      okText={t('robotAnswers.sites.confirm')}
      okDisabled={!agreed}
      onOk={save}
      onCancel={onClose}
    >
      <p className="pt-muted">{t('robotAnswers.sites.confirmAbout', { site: site?.siteUrl ?? '' })}</p>
      <Form
        key={site?.carrierCode}
        form={form}
        layout="vertical"
        initialValues={{
          contact: site?.contact ?? usedContact ?? '',
          pauseSeconds: site?.pauseSeconds ?? 3,
          agreed: false,
        }}
      >
        <Form.Item
          name="contact"
          label={t('robotAnswers.sites.contact')}
          extra={t('robotAnswers.sites.contactHelp')}
          rules={[
            { required: true, message: t('robotAnswers.sites.contactWrong') },
            {
              validator: (_, text: string) =>
                isContact(text.trim())
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('robotAnswers.sites.contactWrong'))),
            },
          ]}
        >
          <Input maxLength={200} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="pauseSeconds"
          label={t('robotAnswers.sites.pause')}
          rules={[{ required: true, message: t('robotAnswers.sites.pauseWrong') }]}
        >
          <InputNumber min={1} max={600} />
        </Form.Item>
        <Form.Item name="agreed" valuePropName="checked">
          <Checkbox>{t('robotAnswers.sites.agreed', { carrier })}</Checkbox>
        </Form.Item>
      </Form>
    </AppDialog>
  );
}
