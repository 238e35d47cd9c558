import { Checkbox, Form, Input, InputNumber, Select } from 'antd';
import { useEffect, useState } from 'react';
import {
  calendarKinds,
  type CalendarKind,
  calendarShipments,
  type CalendarShipments,
  maxCalendarDays,
} from '#shared/reference/calendar-kinds.ts';
import { callFull } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { isFound, tenantChoice } from '#web/kit/search/use-names.ts';
import { toast } from '#web/kit/toast/toast.ts';
import type { MadeCalendar } from './CalendarAddress.tsx';

type Entered = {
  name: string;
  tenantId: string;
  kinds: CalendarKind[];
  shipments: CalendarShipments;
  daysAhead: number;
  daysBehind: number;
};

/** Stands for all tenants that the person may see. */
const all = '';

const initial: Partial<Entered> = {
  tenantId: all,
  kinds: [...calendarKinds],
  shipments: 'all',
  daysAhead: 60,
  daysBehind: 14,
};

/** Which tenant a calendar is of, where the person sees several. */
function TenantItem() {
  const t = useT();
  const { data: tenants } = useCall('tenants');
  const own = (tenants ?? []).map((tenant) => tenantChoice(tenant, 'wlTenantId'));
  return (
    <Form.Item name="tenantId" hidden={own.length < 2} label={t('calendars.tenant')}>
      <Select
        options={[{ value: all, label: t('calendars.allTenants') }, ...own]}
        showSearch={{ filterOption: isFound }}
      />
    </Form.Item>
  );
}

function DaysItem({ name, min, max }: { name: 'daysAhead' | 'daysBehind'; min: number; max: number }) {
  const t = useT();
  return (
    <Form.Item
      name={name}
      label={t(`calendars.${name}`)}
      rules={[{ required: true, type: 'integer', min, max, message: t('calendars.daysRange', { min, max }) }]}
    >
      <InputNumber min={min} max={max} precision={0} />
    </Form.Item>
  );
}

/** Asks what a new calendar shows, and makes it. */
export function NewCalendarDialog(props: { open: boolean; onClose: () => void; onMade: (made: MadeCalendar) => void }) {
  const { open, onClose, onMade } = props;
  const t = useT();
  const [form] = Form.useForm<Entered>();
  const [dirty, setDirty] = useState(false);
  useEffect(() => {
    if (!open) setDirty(false);
  }, [open]);

  async function make(): Promise<void> {
    const { tenantId, name, ...shown } = await form.validateFields();
    try {
      const chosen = tenantId === all ? {} : { tenantId };
      const { data } = await callFull('calendarFeedInsert', { name: name.trim(), ...shown, ...chosen });
      onMade({ name: name.trim(), address: data.address });
    } catch (error) {
      toast.failure(error, t('calendars.makeFailed'));
      throw error;
    }
  }

  return (
    <AppDialog
      title={t('calendars.add')}
      open={open}
      width={520}
      dirty={dirty}
      okText={t('calendars.make')}
      onOk={make}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark
        clearOnDestroy
        initialValues={initial}
        onValuesChange={() => setDirty(true)}
      >
        <Form.Item
          name="name"
          label={t('calendars.name')}
          rules={[{ required: true, whitespace: true, message: t('calendars.nameRequired') }]}
        >
          <Input maxLength={60} autoComplete="off" placeholder={t('calendars.nameExample')} />
        </Form.Item>
        <TenantItem />
        <Form.Item
          name="kinds"
          label={t('calendars.kinds')}
          // A required item would give its group an attribute that a group must not have.
          rules={[{ type: 'array', min: 1, message: t('calendars.kindsRequired') }]}
        >
          <Checkbox.Group
            className="pt-account-kinds"
            options={calendarKinds.map((kind) => ({ value: kind, label: t(`calendars.kind.${kind}`) }))}
          />
        </Form.Item>
        <Form.Item name="shipments" label={t('calendars.shipments')} extra={t('calendars.shipmentsHint')}>
          <Select options={calendarShipments.map((value) => ({ value, label: t(`calendars.shipment.${value}`) }))} />
        </Form.Item>
        <div className="pt-account-days">
          <DaysItem name="daysBehind" min={0} max={maxCalendarDays.behind} />
          <DaysItem name="daysAhead" min={1} max={maxCalendarDays.ahead} />
        </div>
      </Form>
    </AppDialog>
  );
}
