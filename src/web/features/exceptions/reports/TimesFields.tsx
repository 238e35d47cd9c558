import { Checkbox, Form, Input, Select } from 'antd';
import { cronProblem } from '#shared/time/cron.ts';
import { textIn } from '#shared/i18n/text.ts';
import { ownZone, zoneChoices } from '#web/base/zone.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { CronText } from '#web/kit/cron/CronText.tsx';
import { isFound } from '#web/kit/search/use-names.ts';
import { cronOf, firstTimes, type ReportTimes, rhythms } from './report-times.ts';

/** Monday is 1, as in cron expressions. */
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const monthDays = Array.from({ length: 28 }, (_, index) => String(index + 1));

function CronField() {
  const t = useT();
  const lang = useLang();
  const check = (_rule: unknown, value: string): Promise<void> => {
    const problem = value.trim() === '' ? undefined : cronProblem(value, Date.now());
    return problem === undefined ? Promise.resolve() : Promise.reject(new Error(textIn(problem, lang)));
  };
  return (
    <Form.Item
      name="cron"
      label={t('reports.form.cron')}
      rules={[{ required: true, whitespace: true, message: t('reports.form.cronNeeded') }, { validator: check }]}
    >
      <Input maxLength={200} autoComplete="off" placeholder="0 8 * * 1" />
    </Form.Item>
  );
}

function DaysField({ rhythm }: Pick<ReportTimes, 'rhythm'>) {
  const t = useT();
  if (rhythm === 'week')
    return (
      <Form.Item
        name="weekdays"
        label={t('reports.form.weekdays')}
        rules={[{ required: true, message: t('reports.form.weekdaysNeeded') }]}
      >
        <Checkbox.Group
          options={weekdays.map((name, index) => ({ value: index + 1, label: t(`reports.form.weekday.${name}`) }))}
        />
      </Form.Item>
    );
  if (rhythm === 'month')
    return (
      <Form.Item name="monthDay" label={t('reports.form.monthDay')}>
        <Select
          options={[
            ...monthDays.map((value) => ({ value, label: t('reports.form.monthDayOf', { day: value }) })),
            { value: 'L', label: t('reports.form.lastDay') },
          ]}
        />
      </Form.Item>
    );
  return null;
}

/** When the report is sent, and the next times behind what was chosen. */
export function TimesFields() {
  const t = useT();
  const form = Form.useFormInstance<ReportTimes & { zone: string }>();
  const values: Partial<ReportTimes & { zone: string }> = Form.useWatch([], form) ?? {};
  const { rhythm = 'week', zone = ownZone() } = values;
  const expression = cronOf({ ...firstTimes, ...values });
  const zones = [...new Set<string>([ownZone(), ...zoneChoices, zone])];
  return (
    <>
      <div className="pt-reports-pair">
        <Form.Item name="rhythm" label={t('reports.form.rhythm')}>
          <Select options={rhythms.map((value) => ({ value, label: t(`reports.form.rhythms.${value}`) }))} />
        </Form.Item>
        {rhythm === 'cron' ? (
          <CronField />
        ) : (
          <Form.Item
            name="time"
            label={t('reports.form.time')}
            rules={[{ required: true, message: t('reports.form.timeNeeded') }]}
          >
            <Input type="time" step={60} />
          </Form.Item>
        )}
        <Form.Item name="zone" label={t('reports.form.zone')}>
          <Select options={zones.map((value) => ({ value, label: value }))} showSearch={{ filterOption: isFound }} />
        </Form.Item>
      </div>
      <DaysField rhythm={rhythm} />
      {expression !== undefined && (
        <p className="pt-reports-times">
          <CronText expression={expression} zone={zone} />
        </p>
      )}
    </>
  );
}
