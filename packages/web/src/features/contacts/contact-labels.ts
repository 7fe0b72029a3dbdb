export const genderLabels: Readonly<Record<number, string>> = {
  0: 'Unknown',
  1: 'Male',
  2: 'Female',
  9: 'Not applicable',
}

export const maritalLabels: Readonly<Record<number, string>> = {
  0: 'Unknown',
  1: 'Single',
  2: 'Married',
  3: 'Domestic partnership',
  4: 'Separated',
  5: 'Divorced',
  6: 'Widowed',
}

/** Field labels. */
export const fieldLabels: Readonly<Record<string, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  emailAddress: 'Email',
  nickname: 'Preferred name',
  birthDate: 'Birthday',
  phone: 'Mobile number',
  clientAnniversary: 'Client since',
  gender: 'Gender',
  maritalStatus: 'Marital status',
  address1: 'Address',
  address2: 'Address line 2',
  city: 'City',
  state: 'State',
  postalCode: 'Postal code',
}
