// FESCO. One question for a bill or a box.
return collectPages(async ({ subjectNo }) =>
  jsonPage(
    await askJson('/api/v1/tracking/get', asJson({ codes: [subjectNo], email: null, forDate: null, fromFile: false })),
  ),
);
