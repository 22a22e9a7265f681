// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
export const intentEntrypointAbi = [
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
      },
      {
        "internalType": "uint256",
        "name": "permitAmount",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "permitDeadline",
        "type": "uint256"
      },
      {
        "internalType": "bytes",
        "name": "permitSignature",
        "type": "bytes"
      }
    ],
    "name": "depositToIntentWithPermit",
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
  }
] as const

export const intentEntrypointBytecode =
  '0x6080604052348015600e575f5ffd5b506114fb8061001c5f395ff3fe608060405234801561000f575f5ffd5b5060043610610085575f3560e01c806377c2afaa1161005857806377c2afaa1461010e578063b082a27414610121578063b70e36f014610148578063f698da251461015b575f5ffd5b80631647795e146100895780632be2a23f146100b157806344998603146100c65780634fe02b44146100d9575b5f5ffd5b61009c610097366004611111565b610202565b60405190151581526020015b60405180910390f35b6100c46100bf366004611195565b610245565b005b6100c46100d43660046111e7565b610255565b6101006100e7366004611111565b5f60208181529281526040808220909352908152205481565b6040519081526020016100a8565b61010061011c36600461127f565b610276565b6101007f1aa9763a32bc0694a32d34763e752ee04ee62dc18c800402a0f67c75248c67fc81565b6100c461015636600461129a565b610468565b610100604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201527fbc5cbd24cfda27aba265e6f26096fb9118af94d67f88a8eced06b93c043705ca918101919091527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b73ffffffffffffffffffffffffffffffffffffffff82165f90815260208181526040808320600885901c8452909152902054600160ff83161b1615155b92915050565b6102508383836104aa565b505050565b610262878585858561082e565b61026d8787876104aa565b50505050505050565b5f807f1aa9763a32bc0694a32d34763e752ee04ee62dc18c800402a0f67c75248c67fc6102a660208501856112b1565b6102b660408601602087016112b1565b60408601356102cb60808801606089016112b1565b60808801354660a08a013560c08b01356102ec6101008d0160e08e016112b1565b60408051602081019b909b5273ffffffffffffffffffffffffffffffffffffffff998a16908b015296881660608a0152608089019590955292861660a088015260c087019190915260e0860152610100850152610120840152166101408201526101600160405160208183030381529060405280519060200120905061040f604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201527fbc5cbd24cfda27aba265e6f26096fb9118af94d67f88a8eced06b93c043705ca918101919091527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b6040517f1901000000000000000000000000000000000000000000000000000000000000602082015260228101919091526042810182905260620160405160208183030381529060405280519060200120915050919050565b6104723382610a74565b60405181815233907f1800cd2301fbc20790ed94f3d55a28ef2306a9c31cd3c72b5b71b6e4cf5c62419060200160405180910390a250565b82608001354211156104f9576040517faa2fd925000000000000000000000000000000000000000000000000000000008152608084013560048201524260248201526044015b60405180910390fd5b5f61050384610276565b905061051d61051560208601866112b1565b828585610b42565b6105805761052e60208501856112b1565b6040517f0e96aab800000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff9091166004820152602481018290526044016104f0565b61059a61059060208601866112b1565b8560a00135610a74565b6105c37f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610dfb565b5f6105ec6105d760408701602088016112b1565b6105e760808801606089016112b1565b610e42565b905061062861060160408701602088016112b1565b61060e60208801886112b1565b61061e6080890160608a016112b1565b8860400135610f12565b5f8161064d61063d6040890160208a016112b1565b6105e760808a0160608b016112b1565b61065791906112ca565b9050856040013581146106cf5761067460408701602088016112b1565b604080517fb013264c00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff90921660048301528701356024820152604481018290526064016104f0565b60c086013515610714576107146106ec60408801602089016112b1565b6106f960208901896112b1565b61070a6101008a0160e08b016112b1565b8960c00135610f12565b61073d7f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610fca565b61074d60408701602088016112b1565b73ffffffffffffffffffffffffffffffffffffffff1661077360808801606089016112b1565b73ffffffffffffffffffffffffffffffffffffffff1661079660208901896112b1565b73ffffffffffffffffffffffffffffffffffffffff167f5a20b2b320cf64374e77ef601810bfbd4ebf08bcf0d68fd846650e462a56771b60408a013560a08b013560c08c01356107ed6101008e0160e08f016112b1565b6040805194855260208501939093529183015273ffffffffffffffffffffffffffffffffffffffff16606082015260800160405180910390a4505050505050565b60606041829003610987577fd505accf0000000000000000000000000000000000000000000000000000000061086760208801886112b1565b3087878787604081811061087d5761087d611302565b919091013560f81c905061089460205f8a8c61132f565b61089d91611356565b6108ab604060208b8d61132f565b6108b491611356565b60405173ffffffffffffffffffffffffffffffffffffffff97881660248201529690951660448701526064860193909352608485019190915260ff1660a484015260c483015260e482015261010401604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fffffffff00000000000000000000000000000000000000000000000000000000909316929092179091529050610a4f565b7f9fd5a6cf000000000000000000000000000000000000000000000000000000006109b560208801886112b1565b30878787876040516024016109cf969594939291906113d9565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fffffffff000000000000000000000000000000000000000000000000000000009093169290921790915290505b610a6a610a6260408801602089016112b1565b5f835a610fd4565b5050505050505050565b73ffffffffffffffffffffffffffffffffffffffff82165f90815260208181526040808320600885901c8452909152902054600160ff83161b9080821615610b07576040517f2af71f1000000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff85166004820152602481018490526044016104f0565b73ffffffffffffffffffffffffffffffffffffffff9093165f9081526020818152604080832060089590951c83529390529190912091179055565b5f604182148015610b68575073ffffffffffffffffffffffffffffffffffffffff851615155b15610c89575f610b7b602082858761132f565b610b8491611356565b90505f610b9560406020868861132f565b610b9e91611356565b90505f85856040818110610bb457610bb4611302565b919091013560f81c9150507f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a08211801590610c745750604080515f81526020810180835289905260ff831691810191909152606081018490526080810183905273ffffffffffffffffffffffffffffffffffffffff89169060019060a0016020604051602081039080840390855afa158015610c52573d5f5f3e3d5ffd5b5050506020604051035173ffffffffffffffffffffffffffffffffffffffff16145b15610c855760019350505050610df3565b5050505b8473ffffffffffffffffffffffffffffffffffffffff163b5f03610cae57505f610df3565b5f5f8673ffffffffffffffffffffffffffffffffffffffff16868686604051602401610cdc9392919061143c565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529181526020820180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f1626ba7e0000000000000000000000000000000000000000000000000000000017905251610d5d919061145e565b5f60405180830381855afa9150503d805f8114610d95576040519150601f19603f3d011682016040523d82523d5f602084013e610d9a565b606091505b5091509150818015610dae57506020815110155b8015610dee575080517f1626ba7e0000000000000000000000000000000000000000000000000000000090610dec9083016020908101908401611474565b145b925050505b949350505050565b805c15610e34576040517fb5dfd9e500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b610e3f816001610ff8565b50565b5f73ffffffffffffffffffffffffffffffffffffffff831615610ef2576040517f70a0823100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff83811660048301528416906370a0823190602401602060405180830381865afa158015610ec9573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610eed9190611474565b610f0b565b8173ffffffffffffffffffffffffffffffffffffffff16315b9392505050565b60405173ffffffffffffffffffffffffffffffffffffffff80851660248301528316604482015260648101829052610fc4908590608401604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f23b872dd00000000000000000000000000000000000000000000000000000000179052610fff565b50505050565b610e3f815f610ff8565b5f60605f5f855160208701888a88f19150610fed611060565b905094509492505050565b80825d5050565b5f5f61100d845f855a610fd4565b9150915081158061102557506110238482611095565b155b15610fc45783816040517f54a3dcad0000000000000000000000000000000000000000000000000000000081526004016104f092919061148b565b60606102003d818111156110715750805b6040519250808352601f19601f8201166020840101604052805f602085013e505090565b5f81515f036110be575073ffffffffffffffffffffffffffffffffffffffff82163b151561023f565b6020825110158015610f0b5750818060200190518101906110df9190611474565b6001149392505050565b803573ffffffffffffffffffffffffffffffffffffffff8116811461110c575f5ffd5b919050565b5f5f60408385031215611122575f5ffd5b61112b836110e9565b946020939093013593505050565b5f610100828403121561114a575f5ffd5b50919050565b5f5f83601f840112611160575f5ffd5b50813567ffffffffffffffff811115611177575f5ffd5b60208301915083602082850101111561118e575f5ffd5b9250929050565b5f5f5f61012084860312156111a8575f5ffd5b6111b28585611139565b925061010084013567ffffffffffffffff8111156111ce575f5ffd5b6111da86828701611150565b9497909650939450505050565b5f5f5f5f5f5f5f610180888a0312156111fe575f5ffd5b6112088989611139565b965061010088013567ffffffffffffffff811115611224575f5ffd5b6112308a828b01611150565b9097509550506101208801359350610140880135925061016088013567ffffffffffffffff811115611260575f5ffd5b61126c8a828b01611150565b989b979a50959850939692959293505050565b5f6101008284031215611290575f5ffd5b610f0b8383611139565b5f602082840312156112aa575f5ffd5b5035919050565b5f602082840312156112c1575f5ffd5b610f0b826110e9565b8181038181111561023f577f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b5f5f8585111561133d575f5ffd5b83861115611349575f5ffd5b5050820193919092039150565b8035602083101561023f577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff602084900360031b1b1692915050565b81835281816020850137505f602082840101525f60207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f840116840101905092915050565b73ffffffffffffffffffffffffffffffffffffffff8716815273ffffffffffffffffffffffffffffffffffffffff8616602082015284604082015283606082015260a060808201525f61143060a083018486611392565b98975050505050505050565b838152604060208201525f611455604083018486611392565b95945050505050565b5f82518060208501845e5f920191825250919050565b5f60208284031215611484575f5ffd5b5051919050565b73ffffffffffffffffffffffffffffffffffffffff83168152604060208201525f82518060408401528060208501606085015e5f6060828501015260607fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f830116840101915050939250505056' as const
