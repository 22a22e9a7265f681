// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
export const intentEntrypointAbi = [
  {
    "inputs": [
      {
        "internalType": "string",
        "name": "brand",
        "type": "string"
      },
      {
        "internalType": "string",
        "name": "typeName",
        "type": "string"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "constructor"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "max",
        "type": "uint256"
      }
    ],
    "name": "AmountTooLarge",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "deadline",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nowAt",
        "type": "uint256"
      }
    ],
    "name": "Expired",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "user",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "digest",
        "type": "bytes32"
      }
    ],
    "name": "InvalidSignature",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      }
    ],
    "name": "NativeTransferFailed",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "user",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "NonceUsed",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "Reentered",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "internalType": "bytes",
        "name": "reason",
        "type": "bytes"
      }
    ],
    "name": "TokenCallFailed",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "received",
        "type": "uint256"
      }
    ],
    "name": "WrongAmountReceived",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "user",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "intentAddress",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "feeAmount",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "address",
        "name": "feeCollector",
        "type": "address"
      }
    ],
    "name": "Deposited",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "user",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "NonceInvalidated",
    "type": "event"
  },
  {
    "inputs": [],
    "name": "INTENT_TYPEHASH",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "user",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "intentAddress",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "feeAmount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "feeCollector",
            "type": "address"
          }
        ],
        "internalType": "struct Deposit",
        "name": "deposit",
        "type": "tuple"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      }
    ],
    "name": "depositToIntent",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "user",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "intentAddress",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "feeAmount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "feeCollector",
            "type": "address"
          }
        ],
        "internalType": "struct Deposit",
        "name": "deposit",
        "type": "tuple"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      }
    ],
    "name": "depositToIntentWithAuthorization",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "user",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "intentAddress",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "feeAmount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "feeCollector",
            "type": "address"
          }
        ],
        "internalType": "struct Deposit",
        "name": "deposit",
        "type": "tuple"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      },
      {
        "components": [
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "expiry",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "signature",
            "type": "bytes"
          },
          {
            "internalType": "bytes",
            "name": "revocation",
            "type": "bytes"
          }
        ],
        "internalType": "struct DaiPermit",
        "name": "permit",
        "type": "tuple"
      }
    ],
    "name": "depositToIntentWithDaiPermit",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "user",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "intentAddress",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "feeAmount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "feeCollector",
            "type": "address"
          }
        ],
        "internalType": "struct Deposit",
        "name": "deposit",
        "type": "tuple"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      },
      {
        "components": [
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "signature",
            "type": "bytes"
          }
        ],
        "internalType": "struct TokenPermit",
        "name": "permit",
        "type": "tuple"
      }
    ],
    "name": "depositToIntentWithPermit",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "user",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "intentAddress",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "feeAmount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "feeCollector",
            "type": "address"
          }
        ],
        "internalType": "struct Deposit",
        "name": "deposit",
        "type": "tuple"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      },
      {
        "components": [
          {
            "internalType": "uint160",
            "name": "amount",
            "type": "uint160"
          },
          {
            "internalType": "uint48",
            "name": "expiration",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "nonce",
            "type": "uint48"
          },
          {
            "internalType": "uint256",
            "name": "sigDeadline",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "signature",
            "type": "bytes"
          }
        ],
        "internalType": "struct Permit2Allowance",
        "name": "permit",
        "type": "tuple"
      }
    ],
    "name": "depositToIntentWithPermit2",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "user",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "intentAddress",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "feeAmount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "feeCollector",
            "type": "address"
          }
        ],
        "internalType": "struct Deposit",
        "name": "deposit",
        "type": "tuple"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      }
    ],
    "name": "depositToIntentWithPermit2Transfer",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "domainSeparator",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "user",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "intentAddress",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "feeAmount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "feeCollector",
            "type": "address"
          }
        ],
        "internalType": "struct Deposit",
        "name": "deposit",
        "type": "tuple"
      }
    ],
    "name": "hashDeposit",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "invalidateNonce",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "name",
    "outputs": [
      {
        "internalType": "string",
        "name": "",
        "type": "string"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "user",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "word",
        "type": "uint256"
      }
    ],
    "name": "nonceBitmap",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "bits",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "user",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "nonceUsed",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "user",
        "type": "address"
      }
    ],
    "name": "nonces",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "primaryType",
    "outputs": [
      {
        "internalType": "string",
        "name": "",
        "type": "string"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  }
] as const

export const intentEntrypointBytecode =
  '0x60c060405234801561000f575f5ffd5b50604051612f01380380612f0183398101604081905261002e91610140565b818051906020012060a08181525050806040518060c0016040528060978152602001612e6a609791396040516020016100689291906101bc565b60408051601f1981840301815291905280516020909101206080525f61008e838261025c565b50600161009b828261025c565b505050610316565b634e487b7160e01b5f52604160045260245ffd5b5f82601f8301126100c6575f5ffd5b81516001600160401b038111156100df576100df6100a3565b604051601f8201601f19908116603f011681016001600160401b038111828210171561010d5761010d6100a3565b604052818152838201602001851015610124575f5ffd5b8160208501602083015e5f918101602001919091529392505050565b5f5f60408385031215610151575f5ffd5b82516001600160401b03811115610166575f5ffd5b610172858286016100b7565b602085015190935090506001600160401b0381111561018f575f5ffd5b61019b858286016100b7565b9150509250929050565b5f81518060208401855e5f93019283525090919050565b5f6101d06101ca83866101a5565b846101a5565b949350505050565b600181811c908216806101ec57607f821691505b60208210810361020a57634e487b7160e01b5f52602260045260245ffd5b50919050565b601f82111561025757805f5260205f20601f840160051c810160208510156102355750805b601f840160051c820191505b81811015610254575f8155600101610241565b50505b505050565b81516001600160401b03811115610275576102756100a3565b6102898161028384546101d8565b84610210565b6020601f8211600181146102bb575f83156102a45750848201515b5f19600385901b1c1916600184901b178455610254565b5f84815260208120601f198516915b828110156102ea57878501518255602094850194600190920191016102ca565b508482101561030757868401515f19600387901b60f8161c191681555b50505050600190811b01905550565b60805160a051612b256103455f395f8181610662015261077c01525f818161020101526113610152612b255ff3fe608060405234801561000f575f5ffd5b50600436106100f0575f3560e01c80634665917911610093578063b082a27411610063578063b082a274146101fc578063b70e36f014610223578063f698da2514610236578063fffcecdb1461023e575f5ffd5b8063466591791461018b5780634fe02b441461019e57806377c2afaa146101d65780637ecebe00146101e9575f5ffd5b80632105722f116100ce5780632105722f1461013d578063217fed4c146101525780632be2a23f146101655780633ab82a8f14610178575f5ffd5b806306fdde03146100f45780631647795e146101125780631953698114610135575b5f5ffd5b6100fc610251565b6040516101099190612235565b60405180910390f35b610125610120366004612268565b6102dc565b6040519015158152602001610109565b6100fc610321565b61015061014b3660046122ee565b61032e565b005b610150610160366004612370565b6103c1565b6101506101733660046123e7565b61048d565b610150610186366004612439565b6104f9565b6101506101993660046123e7565b610572565b6101c86101ac366004612268565b600260209081525f928352604080842090915290825290205481565b604051908152602001610109565b6101c86101e43660046124b0565b61065c565b6101c86101f73660046124cb565b61068f565b6101c87f000000000000000000000000000000000000000000000000000000000000000081565b6101506102313660046124e6565b610734565b6101c8610776565b61015061024c3660046123e7565b6107a5565b5f805461025d906124fd565b80601f0160208091040260200160405190810160405280929190818152602001828054610289906124fd565b80156102d45780601f106102ab576101008083540402835291602001916102d4565b820191905f5260205f20905b8154815290600101906020018083116102b757829003601f168201915b505050505081565b73ffffffffffffffffffffffffffffffffffffffff82165f908152600260209081526040808320600885901c8452909152902054600160ff83161b1615155b92915050565b6001805461025d906124fd565b6103577f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a94261091d565b610362848484610964565b61038861037560408601602087016124cb565b61038260208701876124cb565b83610a3a565b610392845f610c12565b6103bb7f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610da2565b50505050565b6103ea7f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a94261091d565b6103f5848484610964565b61043061040860408601602087016124cb565b61041560208701876124cb565b83356020850135600161042b6040880188612548565b610dac565b61043a845f610c12565b6104476060820182612548565b1590506103925761039261046160408601602087016124cb565b61046e60208701876124cb565b61047a843560016125d6565b60208501355f61042b6060880188612548565b6104b67f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a94261091d565b6104c1838383610964565b6104cb835f610c12565b6104f47f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610da2565b505050565b6105227f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a94261091d565b61052d848484610964565b61053a6080820182612548565b1590506105675761056761055460408601602087016124cb565b61056160208701876124cb565b83610e96565b610392846001610c12565b61059b7f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a94261091d565b6105a483610ffb565b5f6105b760c085013560408601356125d6565b90505f6105d36105cd60408701602088016124cb565b3061105f565b905061060b6105e860408701602088016124cb565b6105f560208801886124cb565b8488608001356106048a61065c565b898961112f565b61062661061e60408701602088016124cb565b3083856112e0565b610631856002610c12565b50506104f47f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610da2565b5f61031b7f000000000000000000000000000000000000000000000000000000000000000061068a8461135e565b611455565b5f5f5b73ffffffffffffffffffffffffffffffffffffffff83165f9081526002602090815260408083208484529091529020546001016106d9576106d2816125e9565b9050610692565b73ffffffffffffffffffffffffffffffffffffffff83165f908152600260209081526040808320848452909152902054600882901b92505b600181161561072d57610723836125e9565b925060011c610711565b5050919050565b61073e33826114b8565b60405181815233907f1800cd2301fbc20790ed94f3d55a28ef2306a9c31cd3c72b5b71b6e4cf5c62419060200160405180910390a250565b5f6107a07f000000000000000000000000000000000000000000000000000000000000000061158a565b905090565b6107ce7f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a94261091d565b6107d783610ffb565b5f6107ea60c085013560408601356125d6565b90505f6108006105cd60408701602088016124cb565b905061060b6040518060c0016040528087602001602081019061082391906124cb565b73ffffffffffffffffffffffffffffffffffffffff16815260209081019061084d908901896124cb565b73ffffffffffffffffffffffffffffffffffffffff1681526020018481526020018760a0013581526020018760800135815260200161088b8861135e565b90526001805461089a906124fd565b80601f01602080910402602001604051908101604052809291908181526020018280546108c6906124fd565b80156109115780601f106108e857610100808354040283529160200191610911565b820191905f5260205f20905b8154815290600101906020018083116108f457829003601f168201915b505050505086866115f6565b805c15610956576040517fb5dfd9e500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b610961816001611716565b50565b61097160208401846124cb565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff1614610a31575f6109ad8461065c565b90506109c76109bf60208601866124cb565b82858561171d565b610a2f576109d860208501856124cb565b6040517f0e96aab800000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff9091166004820152602481018290526044015b60405180910390fd5b505b6104f483610ffb565b6060610a496040830183612548565b9050604103610b23575f8080610a6a610a656040870187612548565b611938565b6040805173ffffffffffffffffffffffffffffffffffffffff8b166024820152306044820152893560648201526020808b0135608483015260ff9590951660a482015260c481019390935260e4808401929092528051808403909201825261010490920190915290810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fd505accf000000000000000000000000000000000000000000000000000000001790529350610bef92505050565b7f9fd5a6cf00000000000000000000000000000000000000000000000000000000833084356020860135610b5a6040880188612548565b604051602401610b6f96959493929190612667565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fffffffff000000000000000000000000000000000000000000000000000000009093169290921790915290505b610c0a845f83610c0562086470620493e06125d6565b611992565b505050505050565b5f610c3b610c2660408501602086016124cb565b610c3660808601606087016124cb565b61105f565b9050610c5c8383610c5260808301606084016124cb565b86604001356119b6565b610c8a610c6f60408501602086016124cb565b610c7f60808601606087016124cb565b8386604001356112e0565b60c083013515610cb457610cb48383610caa610100830160e084016124cb565b8660c001356119b6565b610cc460408401602085016124cb565b73ffffffffffffffffffffffffffffffffffffffff16610cea60808501606086016124cb565b73ffffffffffffffffffffffffffffffffffffffff16610d0d60208601866124cb565b73ffffffffffffffffffffffffffffffffffffffff167f5a20b2b320cf64374e77ef601810bfbd4ebf08bcf0d68fd846650e462a56771b604087013560a088013560c0890135610d646101008b0160e08c016124cb565b6040805194855260208501939093529183015273ffffffffffffffffffffffffffffffffffffffff16606082015260800160405180910390a4505050565b610961815f611716565b5f5f5f610db98585611938565b6040805173ffffffffffffffffffffffffffffffffffffffff8e166024820152306044820152606481018d9052608481018c90528a151560a482015260ff851660c482015260e48101849052610104808201849052825180830390910181526101249091019091526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f8fcbaf0c000000000000000000000000000000000000000000000000000000001790529295509093509150610e878b5f83610c0562086470620493e06125d6565b50505050505050505050505050565b6040805160e0810190915273ffffffffffffffffffffffffffffffffffffffff8416606082019081525f9190819060808201610ed560208701876124cb565b73ffffffffffffffffffffffffffffffffffffffff168152602001856020016020810190610f0391906126ca565b65ffffffffffff168152602001610f2060608701604088016126ca565b65ffffffffffff169052815230602082015260608401356040909101529050610c0a6e22d473030f116ddee9f6b43ac78ba35f8584610f626080880188612548565b604051602401610f7594939291906126ef565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f2b67b57000000000000000000000000000000000000000000000000000000000179052610c0562086470620493e06125d6565b8060800135421115611045576040517faa2fd92500000000000000000000000000000000000000000000000000000000815260808201356004820152426024820152604401610a26565b61096161105560208301836124cb565b8260a001356114b8565b5f73ffffffffffffffffffffffffffffffffffffffff83161561110f576040517f70a0823100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff83811660048301528416906370a0823190602401602060405180830381865afa1580156110e6573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061110a91906127b8565b611128565b8173ffffffffffffffffffffffffffffffffffffffff16315b9392505050565b6060604182900361120b575f5f5f6111478686611938565b6040805173ffffffffffffffffffffffffffffffffffffffff8f166024820152306044820152606481018e90525f608482015260a481018d905260c481018c905260ff9490941660e4850152610104840192909252610124808401919091528151808403909101815261014490920190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fef55bec60000000000000000000000000000000000000000000000000000000017905293506112cc92505050565b6040517f88b7ab63000000000000000000000000000000000000000000000000000000009061124c90899030908a905f908b908b908b908b906024016127cf565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fffffffff000000000000000000000000000000000000000000000000000000009093169290921790915290505b6112d68882611a55565b5050505050505050565b5f826112ec868661105f565b6112f69190612843565b9050818114611357576040517fb013264c00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff861660048201526024810183905260448101829052606401610a26565b5050505050565b5f7f000000000000000000000000000000000000000000000000000000000000000061138d60208401846124cb565b61139d60408501602086016124cb565b60408501356113b260808701606088016124cb565b60808701354660a089013560c08a01356113d36101008c0160e08d016124cb565b60408051602081019b909b5273ffffffffffffffffffffffffffffffffffffffff998a16908b015296881660608a0152608089019590955292861660a088015260c087019190915260e086015261010085015261012084015216610140820152610160015b604051602081830303815290604052805190602001209050919050565b5f61145f8361158a565b6040517f1901000000000000000000000000000000000000000000000000000000000000602082015260228101919091526042810183905260620160405160208183030381529060405280519060200120905092915050565b73ffffffffffffffffffffffffffffffffffffffff82165f908152600260209081526040808320600885901c8452909152902054600160ff83161b908082161561154d576040517f2af71f1000000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8516600482015260248101849052604401610a26565b73ffffffffffffffffffffffffffffffffffffffff9093165f90815260026020908152604080832060089590951c83529390529190912091179055565b604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201529081018290527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608201524660808201523060a08201525f9060c001611438565b6040805160a08082018352865173ffffffffffffffffffffffffffffffffffffffff16606080840191825288850180516080808701919091529285529089015160208086019190915291890151848601528451808601909552308552518482015287015190870151919291610c0a916e22d473030f116ddee9f6b43ac78ba391859185916116838b611ab1565b8a8a60405160240161169b9796959493929190612856565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f137c29fe00000000000000000000000000000000000000000000000000000000179052611a55565b80825d5050565b5f604182148015611743575073ffffffffffffffffffffffffffffffffffffffff851615155b15611826575f5f5f6117558686611938565b919450925090507f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a081118015906118115750604080515f81526020810180835289905260ff851691810191909152606081018390526080810182905273ffffffffffffffffffffffffffffffffffffffff89169060019060a0016020604051602081039080840390855afa1580156117ef573d5f5f3e3d5ffd5b5050506020604051035173ffffffffffffffffffffffffffffffffffffffff16145b156118225760019350505050611930565b5050505b8473ffffffffffffffffffffffffffffffffffffffff163b5f0361184b57505f611930565b5f84848460405160240161186193929190612910565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0818403018152919052602080820180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f1626ba7e0000000000000000000000000000000000000000000000000000000017815282519293505f9283926208647092909184918c85fa9250601f3d11156118fd575f5191505b82801561192957507f1626ba7e0000000000000000000000000000000000000000000000000000000082145b9450505050505b949350505050565b5f5f5f8484604081811061194e5761194e612932565b919091013560f81c905061196560205f878961295f565b61196e91612986565b61197c60406020888a61295f565b61198591612986565b9250925092509250925092565b5f60605f5f855160208701888a88f191506119ab611bcf565b905094509492505050565b60ff83166119ea576119e56119d160408601602087016124cb565b6119de60208701876124cb565b8484611c04565b6103bb565b7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff60ff841601611a3b576119e5611a2760408601602087016124cb565b611a3460208701876124cb565b8484611cb6565b6103bb611a4e60408601602087016124cb565b8383611deb565b5f80611a72848285611a6d62086470620493e06125d6565b611f24565b91509150816103bb5783816040517f54a3dcad000000000000000000000000000000000000000000000000000000008152600401610a269291906129c2565b60605f826040518060c0016040528060978152602001612a8e60979139604051602001611adf929190612a07565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0818403018152828201909152601082527f546f6b656e5065726d697373696f6e730000000000000000000000000000000060208301529150611b47908490611ffc565b611b8c57826040518060600160405280602e8152602001612a60602e913982604051602001611b7893929190612a1b565b604051602081830303815290604052611128565b82816040518060600160405280602e8152602001612a60602e9139604051602001611bb993929190612a1b565b6040516020818303038152906040529392505050565b60606102003d81811115611be05750805b6040519250808352601f19601f8201166020840101604052805f602085013e505090565b60405173ffffffffffffffffffffffffffffffffffffffff808516602483015283166044820152606481018290526103bb908590608401604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f23b872dd00000000000000000000000000000000000000000000000000000000179052612134565b73ffffffffffffffffffffffffffffffffffffffff811115611d21576040517f7f1627030000000000000000000000000000000000000000000000000000000081526004810182905273ffffffffffffffffffffffffffffffffffffffff6024820152604401610a26565b60405173ffffffffffffffffffffffffffffffffffffffff808516602483015280841660448301528083166064830152851660848201526103bb906e22d473030f116ddee9f6b43ac78ba39060a401604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f36c7851600000000000000000000000000000000000000000000000000000000179052611a55565b73ffffffffffffffffffffffffffffffffffffffff8316611e7a575f611e21838360405180602001604052805f8152505a611992565b509050806103bb576040517fa5b05eec00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8416600482015260248101839052604401610a26565b60405173ffffffffffffffffffffffffffffffffffffffff83166024820152604481018290526104f4908490606401604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fa9059cbb00000000000000000000000000000000000000000000000000000000179052612134565b5f606083515f14158015611f4d575073ffffffffffffffffffffffffffffffffffffffff86163b155b15611fe2575f611fd9876040805173ffffffffffffffffffffffffffffffffffffffff9290921660248084019190915281518084039091018152604490920190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f674520b60000000000000000000000000000000000000000000000000000000017905290565b91509150611ff3565b611fee86868686611992565b915091505b94509492505050565b5f5f825184511061200e578251612011565b83515b90505f5b818110156121255783818151811061202f5761202f612932565b602001015160f81c60f81b7effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff191685828151811061206e5761206e612932565b01602001517fff00000000000000000000000000000000000000000000000000000000000000161461211d578381815181106120ac576120ac612932565b602001015160f81c60f81b7effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff19168582815181106120eb576120eb612932565b01602001517fff000000000000000000000000000000000000000000000000000000000000001610925061031b915050565b600101612015565b50825184511091505092915050565b5f5f612142845f855a611992565b9150915081158061215a57506121588482612195565b155b156103bb5783816040517f54a3dcad000000000000000000000000000000000000000000000000000000008152600401610a269291906129c2565b5f81515f036121be575073ffffffffffffffffffffffffffffffffffffffff82163b151561031b565b60208251101580156111285750818060200190518101906121df91906127b8565b6001149392505050565b5f81518084528060208401602086015e5f6020828601015260207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011685010191505092915050565b602081525f61112860208301846121e9565b73ffffffffffffffffffffffffffffffffffffffff81168114610961575f5ffd5b5f5f60408385031215612279575f5ffd5b823561228481612247565b946020939093013593505050565b5f61010082840312156122a3575f5ffd5b50919050565b5f5f83601f8401126122b9575f5ffd5b50813567ffffffffffffffff8111156122d0575f5ffd5b6020830191508360208285010111156122e7575f5ffd5b9250929050565b5f5f5f5f6101408587031215612302575f5ffd5b61230c8686612292565b935061010085013567ffffffffffffffff811115612328575f5ffd5b612334878288016122a9565b90945092505061012085013567ffffffffffffffff811115612354575f5ffd5b850160608188031215612365575f5ffd5b939692955090935050565b5f5f5f5f6101408587031215612384575f5ffd5b61238e8686612292565b935061010085013567ffffffffffffffff8111156123aa575f5ffd5b6123b6878288016122a9565b90945092505061012085013567ffffffffffffffff8111156123d6575f5ffd5b850160808188031215612365575f5ffd5b5f5f5f61012084860312156123fa575f5ffd5b6124048585612292565b925061010084013567ffffffffffffffff811115612420575f5ffd5b61242c868287016122a9565b9497909650939450505050565b5f5f5f5f610140858703121561244d575f5ffd5b6124578686612292565b935061010085013567ffffffffffffffff811115612473575f5ffd5b61247f878288016122a9565b90945092505061012085013567ffffffffffffffff81111561249f575f5ffd5b850160a08188031215612365575f5ffd5b5f61010082840312156124c1575f5ffd5b6111288383612292565b5f602082840312156124db575f5ffd5b813561112881612247565b5f602082840312156124f6575f5ffd5b5035919050565b600181811c9082168061251157607f821691505b6020821081036122a3577f4e487b71000000000000000000000000000000000000000000000000000000005f52602260045260245ffd5b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe184360301811261257b575f5ffd5b83018035915067ffffffffffffffff821115612595575f5ffd5b6020019150368190038213156122e7575f5ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b8082018082111561031b5761031b6125a9565b5f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff8203612619576126196125a9565b5060010190565b81835281816020850137505f602082840101525f60207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f840116840101905092915050565b73ffffffffffffffffffffffffffffffffffffffff8716815273ffffffffffffffffffffffffffffffffffffffff8616602082015284604082015283606082015260a060808201525f6126be60a083018486612620565b98975050505050505050565b5f602082840312156126da575f5ffd5b813565ffffffffffff81168114611128575f5ffd5b73ffffffffffffffffffffffffffffffffffffffff851681525f845173ffffffffffffffffffffffffffffffffffffffff815116602084015273ffffffffffffffffffffffffffffffffffffffff602082015116604084015265ffffffffffff604082015116606084015265ffffffffffff60608201511660808401525073ffffffffffffffffffffffffffffffffffffffff60208601511660a0830152604085015160c083015261010060e08301526127ae61010083018486612620565b9695505050505050565b5f602082840312156127c8575f5ffd5b5051919050565b73ffffffffffffffffffffffffffffffffffffffff8916815273ffffffffffffffffffffffffffffffffffffffff8816602082015286604082015260ff861660608201528460808201528360a082015260e060c08201525f61283560e083018486612620565b9a9950505050505050505050565b8181038181111561031b5761031b6125a9565b612881818951805173ffffffffffffffffffffffffffffffffffffffff168252602090810151910152565b60208801516040820152604088015160608201526128c26080820188805173ffffffffffffffffffffffffffffffffffffffff168252602090810151910152565b73ffffffffffffffffffffffffffffffffffffffff861660c08201528460e08201526101406101008201525f6128fc6101408301866121e9565b828103610120840152612835818587612620565b838152604060208201525f612929604083018486612620565b95945050505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b5f5f8585111561296d575f5ffd5b83861115612979575f5ffd5b5050820193919092039150565b8035602083101561031b577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff602084900360031b1b1692915050565b73ffffffffffffffffffffffffffffffffffffffff83168152604060208201525f61193060408301846121e9565b5f81518060208401855e5f93019283525090919050565b5f611930612a1583866129f0565b846129f0565b5f612a2682866129f0565b7f207769746e65737329000000000000000000000000000000000000000000000081526127ae612a5960098301876129f0565b856129f056fe546f6b656e5065726d697373696f6e73286164647265737320746f6b656e2c75696e7432353620616d6f756e7429286164647265737320757365722c6164647265737320746f6b656e2c75696e7432353620616d6f756e742c6164647265737320696e74656e74416464726573732c75696e7432353620646561646c696e652c75696e7432353620636861696e49642c75696e74323536206e6f6e63652c75696e7432353620666565416d6f756e742c6164647265737320666565436f6c6c6563746f7229286164647265737320757365722c6164647265737320746f6b656e2c75696e7432353620616d6f756e742c6164647265737320696e74656e74416464726573732c75696e7432353620646561646c696e652c75696e7432353620636861696e49642c75696e74323536206e6f6e63652c75696e7432353620666565416d6f756e742c6164647265737320666565436f6c6c6563746f7229' as const
