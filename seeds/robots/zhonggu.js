// Zhonggu. The site is asked by bill.
return collectPages(async ({ subject, subjectNo }) => {
  if (subject !== 'bill') return undefined;
  const { headers, ...rest } = asJson({ blNo: subjectNo });
  return jsonPage(
    await askJson('/api/booking/getVoyageInfo', { ...rest, headers: { ...headers, 'accept-language': 'en' } }),
  );
});
